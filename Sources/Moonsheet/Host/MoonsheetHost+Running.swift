import LuaRuntime
import PresentationKit

extension MoonsheetHost {
  /// Runs a flow script to its end and lets the scene come to rest.
  ///
  /// Errors of the script, of its callbacks and of its queries are told to ``onDiagnostic``, and stand in the trace.
  ///
  /// - Parameters:
  ///   - chunk: Lua source text; its name is what positions name.
  ///   - arguments: what the chunk receives as `...`.
  /// - Returns: how the run ended and which flows still waited.
  @discardableResult
  public func run(_ chunk: LuaChunk, arguments: [String] = []) -> RunReport {
    let started = start(chunk, arguments: arguments)
    guard started.error == nil else { return finish(after: started.error) }
    do throws(LuaError) {
      try settle()
      return finish(after: nil)
    } catch {
      reportEnding(error)
      return finish(after: error)
    }
  }

  /// Runs a flow script to its end and leaves everything alive: what it presented, its callbacks, its waiting flows.
  ///
  /// For programs that go on from Swift: act on ``scene``, then ``settle()``.
  @discardableResult
  public func start(_ chunk: LuaChunk, arguments: [String] = []) -> RunReport {
    begin()
    var ending: LuaError?
    do throws(LuaError) {
      let function = try load(chunk)
      try startMain(function, arguments)
      if state.mainStatus != .failed { try pump(whileMainWaits: true) }
    } catch {
      ending = error
      reportEnding(error)
    }
    return RunReport(ending: judge(), error: ending ?? state.mainError, waiting: waitingFlows())
  }

  func finish(after error: LuaError?) -> RunReport {
    let waiting = waitingFlows()
    noteUnmatchedRules()
    cancelAllFlows()
    state.drives.removeAll()
    if let error, error.kind == .time { silence() }
    return RunReport(ending: judge(), error: error, waiting: waiting)
  }

  /// Loads a chunk, and keeps its text for messages.
  func load(_ chunk: LuaChunk) throws(LuaError) -> LuaFunction {
    sources[chunk.name] = chunk.source
    return try lua.load(chunk)
  }

  func begin() {
    backstop = Backstop()
    state.failure = Failure()
    state.mainFlow = nil
    state.mainStatus = .running
    state.mainError = nil
    state.steps = 0
    state.charged = 0
  }

  /// Tells the patterns of `policy.rules` that decided nothing: a misspelt name, or a sheet that never came up.
  private func noteUnmatchedRules() {
    for rule in state.rulePatterns where !rule.hasMatched {
      onDiagnostic?(Diagnostic(.note, "the rule \"\(rule.text)\" decided nothing in this run", site: rule.site))
    }
    state.rulePatterns.removeAll()
  }

  /// After a simulation that would not end: what the script made stays, but calls nothing back.
  private func silence() {
    for timer in state.timers.keys { scene.cancelTimer(timer) }
    state.timers = [:]
    state.silence = Silence(
      controllers: scene.controllerCount, bindings: scene.bindingCount, references: state.nextReference)
  }

  private func startMain(_ function: LuaFunction, _ arguments: [String]) throws(LuaError) {
    state.mainFlow = state.flows.next
    try startFlow(.main) { frame in
      frame.push(function)
      for argument in arguments { frame.push(argument) }
      return arguments.count
    }
  }

  func judge() -> RunReport.Ending {
    if state.failure.interrupted { return .interrupted }
    if state.failure.limitHit { return .limitHit }
    return state.failure.scriptFailed ? .failed : .finished
  }

  func waitingFlows() -> [RunReport.WaitingFlow] {
    state.flows.all.compactMap { flow in
      guard case .waiting(let wait) = flow.status else { return nil }
      let who =
        switch flow.kind {
        case .main: "the script"
        case .input(let number): "input \(number)"
        case .started: "a started flow"
        case .callback(let place): described(place)
        }
      return RunReport.WaitingFlow(
        description: "\(who) still waits for \(wait.description(in: scene))", site: flow.site)
    }
  }
}
