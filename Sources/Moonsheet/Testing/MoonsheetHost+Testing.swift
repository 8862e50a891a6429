import LuaRuntime
import PresentationKit

extension MoonsheetHost {
  /// Runs a function as the main flow of the scene: it may wait and drive, and has the limits of a run for itself.
  ///
  /// The flows that it starts go on after its end, and belong to the scene.
  ///
  /// - Precondition: called from outside of Lua, and not from a callback of the scene.
  /// - Returns: what ended it: its own error, a limit, an interrupt, or that nothing is left that could wake it.
  package func runTest(_ function: LuaFunction) -> LuaError? {
    backstop = Backstop()
    state.failure = Failure()
    state.mainStatus = .running
    state.mainError = nil
    state.steps = 0
    state.mainFlow = state.flows.next
    do throws(LuaError) {
      try startFlow(.main) { frame in
        frame.push(function)
        return 0
      }
      if !state.mainStatus.isOver { try pump(whileMainWaits: true) }
    } catch {
      abandonMain()
      return error
    }
    if let error = state.mainError { return error }
    scene.lookAtRest()
    guard !state.mainStatus.isOver else { return nil }
    defer { abandonMain() }
    return stuckError()
  }

  /// A main flow that waits for what cannot come any more.
  private func stuckError() -> LuaError {
    guard let main = state.mainFlow.flatMap({ state.flows[$0] }), case .waiting(let wait) = main.status else {
      return LuaError("it came to no end")
    }
    return LuaError(
      "it waits for \(wait.description(in: scene)), and nothing is left to happen",
      site: main.site.map { LuaError.Site(chunk: $0.file, line: $0.line) })
  }

  private func abandonMain() {
    state.drives.removeAll()
    if let main = state.mainFlow { cancel(main) }
  }

  /// What still runs: timers that wait, and flows that do, each with the line that began it where that is known.
  package var leftovers: [String] {
    let timers = state.timers.keys.sorted().map { timer in
      "a timer is still waiting" + place(state.timers[timer] ?? nil)
    }
    let flows = waitingFlows().map { "\($0.description)" + place($0.site) }
    return timers + flows
  }

  private func place(_ site: SourceSite?) -> String { site.map { " (\($0.file):\($0.line))" } ?? "" }
}
