import CBaseline
import LuaRuntime

/// The bounds that both sides run under: the runtime's usual ones, with fuel and time for long loops.
enum Bounds {
  static let limits = LuaLimits(fuel: 1 << 50, wall: .seconds(3600))
}

/// The plain C program.
final class CSide {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let state: OpaquePointer

  static var luaRelease: String { String(cString: baseline_lua_release()) }

  init() throws {
    guard let state = Self.create() else { throw Failure(description: "no memory for a Lua state") }
    self.state = state
    guard baseline_install(state) == 0 else { throw Failure(description: "no memory for the host functions") }
    var script = script
    let status = script.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { baseline_load(state, $0.baseAddress, $0.count) }
    }
    guard status == 0 else { throw failure }
  }

  deinit { baseline_close(state) }

  private static func create() -> OpaquePointer? {
    baseline_create(Int64(Bounds.limits.memory), Bounds.limits.fuel, 3_600_000)
  }

  private var failure: Failure { Failure(description: String(cString: baseline_error(state))) }

  private func checked(_ sum: Int64) throws -> Int {
    guard sum >= 0 else { throw failure }
    return Int(sum)
  }

  func call(_ name: String, _ n: Int) throws -> Int { try checked(baseline_call(state, name, Int64(n))) }
  func ask(_ n: Int) throws -> Int { try checked(baseline_ask(state, Int64(n))) }
  func wait(_ n: Int) throws -> Int { try checked(baseline_wait(state, Int64(n))) }

  /// Creates and closes a state with its libraries `n` times.
  static func createStates(_ n: Int) throws -> Int {
    for _ in 0..<n {
      guard let state = create() else { throw Failure(description: "no memory for a Lua state") }
      baseline_close(state)
    }
    return n
  }
}
