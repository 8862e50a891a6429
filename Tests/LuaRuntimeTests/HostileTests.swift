import Foundation
import Testing

@testable import LuaRuntime

/// One script of `Tests/Hostile` that tries to hang, crash or leave its bounds, and how that may end.
///
/// Its first lines say: `-- ends: fuel`, `memory`, `error`, `fine` or `any` (fuel, memory or a limit of Lua's, whichever
/// comes first), and for an error perhaps `-- says: text`, a part of the message. None ends by time.
private struct Hostile {
  let name: String
  let ends: String
  let says: String?
  let source: String

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Hostile").resolvingSymlinksInPath()

  static let names: [String] = {
    let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.hasSuffix(".lua") }.sorted()
  }()

  init(_ name: String) throws {
    self.name = name
    source = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let lines = source.split(separator: "\n").prefix(2)
    func value(_ key: String) -> String? {
      lines.first { $0.hasPrefix("-- \(key): ") }.map { String($0.dropFirst(key.count + 5)) }
    }
    ends = try #require(value("ends"))
    says = value("says")
  }

  private static let limits = LuaLimits(memory: 32 << 20, maxBlock: 8 << 20, fuel: 1_000_000, wall: .seconds(60))

  private func bench() throws -> Bench {
    let bench = try Bench(LuaOptions(limits: Self.limits))
    bench.host.define("nested") { [unowned host = bench.host] (f: LuaFunction) throws in try host.call(f) }
    bench.host.define("touch") { () -> Void in }
    bench.host.define("echo") { (text: String) in text.utf8.count }
    return bench
  }

  /// Runs the script as a call and as a flow, and then an ordinary script in the same host.
  func check() throws {
    let called = try bench()
    check(called.failure(source, name: name), in: called.host)
    try checkIsUsable(called)
    let started = try bench()
    let flow = try started.start(source)
    check(started.host.resume(flow).error, in: started.host)
    #expect(!started.host.isSuspended(flow))
    try checkIsUsable(started)
  }

  private func check(_ error: LuaError?, in host: LuaHost) {
    let told: Comment = "\(name): \(String(describing: error))"
    switch ends {
    case "fuel": #expect(error?.kind == .fuel, told)
    case "memory": #expect(error?.kind == .memory || error?.kind == .fuel, told)
    case "error": #expect(error?.kind == .runtime || error?.kind == .syntax, told)
    case "fine": #expect(error == nil, told)
    default: #expect(error?.kind != .time, told)
    }
    if let says { #expect(error?.message.contains(says) == true, told) }
    if error?.kind == .fuel { #expect(error?.site != nil, told) }
    // A slice of the hook, and the full collection that a refusal of memory begins; arguments that are moved may go on to
    // the next doubling of the stack.
    let overshoot = -(host.handle?.pointee.fuel ?? 0)
    let bound = name.contains("call-") ? 4 * Self.limits.fuel : 2_000 + Int64(Self.limits.memory) / 64
    #expect(overshoot <= bound, told)
    #expect((host.handle?.pointee.peak ?? 0) <= Int64(Self.limits.memory) + (2 << 20), told)
  }

  private func checkIsUsable(_ bench: Bench) throws {
    let text = "local t, s = {}, 0 for i = 1, 100 do t[i] = i end for _, v in ipairs(t) do s = s + v end return s"
    let sum = try bench.run(text)
    #expect(sum == [.integer(5050)])
    let word = try bench.run("return ('hello'):upper():gsub('L+', function(l) return #l end)")
    #expect(word == [.string("HE2O"), .integer(1)])
    #expect(try bench.run("return coroutine.wrap(function(a) return coroutine.yield(a) end)(7)") == [.integer(7)])
  }
}

struct HostileTests {
  @Test(arguments: Hostile.names)
  func aHostileScriptEndsAsItSaysAndLeavesItsHostUsable(_ name: String) async {
    await #expect(processExitsWith: .success) { [name] in
      try Hostile(name).check()
    }
  }

  @Test func thereAreManyHostileScripts() {
    #expect(Hostile.names.count >= 150)
  }
}
