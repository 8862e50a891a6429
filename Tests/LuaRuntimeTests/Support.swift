import LuaRuntime

/// A host that keeps what is printed, and runs text.
final class Bench {
  let host: LuaHost
  var lines: [String] = []

  init(_ options: LuaOptions = LuaOptions()) throws {
    host = try LuaHost(options)
    host.printer = { [unowned self] in lines.append($0) }
  }

  deinit { host.close() }

  @discardableResult
  func run(_ source: String, name: String = "test.lua") throws(LuaError) -> [LuaValue] {
    let main = try host.load(LuaChunk(name: name, source: source))
    return try host.query(
      fuel: nil,
      { frame in
        frame.push(main)
        return 0
      }, read: { frame in (0..<frame.count).map { frame.value(at: $0 + 1) } })
  }

  /// The error a text raises, or `nil`.
  func failure(_ source: String, name: String = "test.lua") -> LuaError? {
    do throws(LuaError) {
      try run(source, name: name)
      return nil
    } catch {
      return error
    }
  }

  /// The global function of that name.
  func function(_ name: String) throws(LuaError) -> LuaFunction {
    try host.call(try host.load(LuaChunk(name: name, source: "return \(name)")))
  }

  /// Starts a text as a flow; `wait(…)` in it waits for the host.
  func start(_ source: String) throws -> LuaFlow {
    let main = try host.load(LuaChunk(name: "flow.lua", source: source))
    return try host.makeFlow { frame in
      frame.push(main)
      return 0
    }
  }
}

extension LuaFlowStep {
  var error: LuaError? {
    if case .failed(let error) = self { error } else { nil }
  }
  var isWaiting: Bool {
    if case .waiting = self { true } else { false }
  }
  var isFinished: Bool {
    if case .finished = self { true } else { false }
  }
}
