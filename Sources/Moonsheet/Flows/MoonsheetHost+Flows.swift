import LuaRuntime
import PresentationKit

/// The life of a flow: made, stepped, ended, its children with it.
extension MoonsheetHost {
  /// The flow whose code is running now.
  var runningFlow: FlowID? { lua.currentFlow.flatMap { state.flows.flow(running: $0) } }

  /// Makes a flow and runs it to its first wait or its end.
  ///
  /// `push` pushes the function and its arguments, and answers how many arguments there are.
  @discardableResult
  func startFlow(
    _ kind: FlowRecord.Kind, parent: FlowID? = nil, attempt: AttemptID? = nil, _ push: (LuaFrame) throws -> Int,
    read: (LuaFrame) throws -> Void = { _ in }
  ) throws(LuaError) -> FlowID {
    let flow = try lua.makeFlow(push)
    let id = state.flows.add(kind, flow, parent: parent, attempt: attempt)
    take(lua.resume(flow, read: read), for: id)
    return id
  }

  /// Goes on with a waiting flow; what `push` pushes becomes the result of its wait.
  func resume(_ id: FlowID, _ push: (LuaFrame) throws -> Int = { _ in 0 }) {
    guard let record = state.flows[id], case .waiting = record.status else { return }
    state.flows.set(.running, of: id)
    take(lua.resume(record.lua, push, read: reader(of: record)), for: id)
  }

  /// Raises an error where a flow waits.
  func fail(_ id: FlowID, _ error: LuaError) {
    guard let record = state.flows[id], case .waiting = record.status else { return }
    state.flows.set(.running, of: id)
    take(lua.fail(record.lua, error, read: reader(of: record)), for: id)
  }

  /// Ends a flow and its children, youngest first; `<close>` variables run.
  func cancel(_ id: FlowID) {
    guard let record = state.flows[id], !record.status.isOver else { return }
    cancelChildren(of: id)
    if record.status == .waiting(.drive) { state.drives.removeAll { $0.flow == id } }
    state.flows.set(.cancelled, of: id)
    lua.cancel(record.lua)
  }

  func cancelAllFlows() {
    for flow in state.flows.all.reversed() { cancel(flow.id) }
    // A `<close>` handler may have started others; they are given as many turns as there were generations of flows.
    while let youngest = state.flows.youngestLive { cancel(youngest) }
  }

  /// Marks the running flow as waiting; the member that calls this returns `.yield`.
  func wait(for wait: Wait, in call: Call) throws -> LuaReturn {
    let flow = try waitingFlow(for: call)
    state.flows.set(.waiting(wait), of: flow, at: currentSite)
    return .yield
  }

  /// The flow that would wait, or the reason why the running code may not.
  func waitingFlow(for call: Call) throws -> FlowID {
    if let query = state.query {
      throw LuaError(
        .notYieldable,
        "'\(call.name)' cannot wait inside \(query.name) of \(query.description): a query answers at once")
    }
    guard lua.canWait, let flow = runningFlow else {
      throw LuaError(.notYieldable, "'\(call.name)' cannot wait here: \(lua.whyCannotWait)")
    }
    return flow
  }

  /// Who sees what a flow returns: for an input, whoever asked for it.
  private func reader(of flow: FlowRecord) -> (LuaFrame) throws -> Void {
    guard case .input(let number) = flow.kind else { return { _ in } }
    return { self.onInputResult?(number, $0) }
  }

  // MARK: Steps

  private func take(_ step: LuaFlowStep, for id: FlowID) {
    switch step {
    case .waiting: break
    case .finished: end(id, as: .finished)
    case .failed(let error):
      // A flow that was cancelled from inside itself has nothing to report.
      guard let record = state.flows[id], record.status != .cancelled else { return }
      cancelChildren(of: id)
      end(id, as: .failed)
      report(error, of: record)
    }
  }

  private func end(_ id: FlowID, as status: FlowRecord.Status) {
    state.flows.releaseChildren(of: id)
    if id == state.mainFlow { state.mainStatus = status }
    guard !state.flows.status(of: id).isOver else { return }
    state.flows.set(status, of: id)
    if !state.taskFlows.isEmpty { finishTask(of: id) }
    guard case .callback(let place)? = state.flows[id]?.kind else { return }
    if let presenter = place.presenter { scene.endOverride(for: presenter) }
    if let awaited = place.awaited { wakeFlows(waitingInVainFor: awaited) }
  }

  private func cancelChildren(of id: FlowID) {
    for child in state.flows.liveChildren(of: id).reversed() { cancel(child) }
  }
}
