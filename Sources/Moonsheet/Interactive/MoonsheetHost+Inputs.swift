import LuaRuntime
import PresentationKit

/// How an input came to its end, or what it still waits for.
package struct InputReport {
  package var ending = RunReport.Ending.finished
  package var error: LuaError?
  /// What it waits for; nil when it is over.
  package var wait: String?
}

/// What is typed at a prompt: each input is a flow of its own, which may wait and drive, with the limits of a run.
extension MoonsheetHost {
  /// Runs a function as an input. What it waits for may come with a later one: then it goes on there.
  ///
  /// An input that waits for time lets time pass; one that waits for a person lets the scene come to rest, and is left waiting.
  ///
  /// - Precondition: called from outside of Lua, and not from a callback of the scene.
  package func runInput(_ number: Int, _ function: LuaFunction, arguments: [String] = []) -> InputReport {
    begin()
    state.mainFlow = state.flows.next
    do throws(LuaError) {
      let reader: (LuaFrame) -> Void = { self.onInputResult?(number, $0) }
      try startFlow(.input(number)) { frame in
        frame.push(function)
        for argument in arguments { frame.push(argument) }
        return arguments.count
      } read: { frame in
        reader(frame)
      }
      try runToRest()
    } catch {
      end(after: error)
      return report(error)
    }
    return report(state.mainError)
  }

  /// The numbers of the inputs that wait.
  package var waitingInputs: Set<Int> {
    Set(
      state.flows.all.compactMap { flow in
        guard case .input(let number) = flow.kind, case .waiting = flow.status else { return nil }
        return number
      })
  }

  /// Lets the scene come to rest, as an act of the prompt itself.
  package func settleInput() -> InputReport {
    begin()
    do throws(LuaError) {
      try settle()
    } catch {
      end(after: error)
      return report(error)
    }
    return report(nil)
  }

  /// Comes to the end that the run of a script has: at rest, and with no flow left.
  package func endRun() -> InputReport {
    let report = settleInput()
    if report.error == nil { _ = finish(after: nil) }
    return report
  }

  private func runToRest() throws(LuaError) {
    try pump(while: .mainSleeps)
    var last: Wait?
    while let main = state.mainFlow, case .waiting(let wait) = state.flows.status(of: main), wait != last {
      last = wait
      try settle()
      try pump(while: .mainSleeps)
    }
  }

  private func end(after error: LuaError) {
    lua.interruptToken.reset()
    reportEnding(error)
    state.drives.removeAll()
    if let main = state.mainFlow { cancel(main) }
  }

  private func report(_ error: LuaError?) -> InputReport {
    var report = InputReport(ending: judge(), error: error)
    if let main = state.mainFlow.flatMap({ state.flows[$0] }), case .waiting(let wait) = main.status {
      report.wait = wait.description(in: scene)
    }
    return report
  }
}
