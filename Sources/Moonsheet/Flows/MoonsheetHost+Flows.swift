import LuaRuntime
import PresentationKit

/// The life of a flow: made, stepped, ended, its children with it.
extension MoonsheetHost {
  /// The flow whose code is running now.
  var runningFlow: FlowID? {
    guard let lua = lua.currentFlow else { return nil }
    return state.flows.last { $0.lua == lua }?.id
  }

  func record(_ id: FlowID) -> FlowRecord? {
    index(of: id).map { state.flows[$0] }
  }

  /// - Complexity: O(log *n*): flows are kept in the order they were made.
  private func index(of id: FlowID) -> Int? {
    var low = 0
    var high = state.flows.count
    while low < high {
      let middle = (low + high) / 2
      if state.flows[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < state.flows.count && state.flows[low].id == id ? low : nil
  }

  /// - Complexity: O(log *n*).
  func status(of id: FlowID) -> FlowRecord.Status {
    record(id)?.status ?? state.endedBadly[id] ?? .finished
  }

  func update(_ id: FlowID, _ change: (inout FlowRecord) -> Void) {
    if let index = index(of: id) { change(&state.flows[index]) }
  }

  /// Makes a flow and runs it to its first wait or its end.
  ///
  /// `push` pushes the function and its arguments, and answers how many arguments there are.
  @discardableResult
  func startFlow(
    _ kind: FlowRecord.Kind, parent: FlowID? = nil, attempt: AttemptID? = nil, _ push: (LuaFrame) throws -> Int,
    read: (LuaFrame) throws -> Void = { _ in }
  ) throws(LuaError) -> FlowID {
    let flow = try lua.makeFlow(push)
    let id = FlowID(rawValue: state.nextFlow)
    state.nextFlow += 1
    state.flows.append(FlowRecord(id: id, kind: kind, lua: flow, parent: parent, attempt: attempt))
    take(lua.resume(flow, read: read), for: id)
    return id
  }

  /// Goes on with a waiting flow; what `push` pushes becomes the result of its wait.
  func resume(_ id: FlowID, _ push: (LuaFrame) throws -> Int = { _ in 0 }) {
    guard let record = record(id), case .waiting = record.status else { return }
    update(id) {
      $0.status = .running
      $0.site = nil
    }
    take(lua.resume(record.lua, push), for: id)
  }

  /// Raises an error where a flow waits.
  func fail(_ id: FlowID, _ error: LuaError) {
    guard let record = record(id), case .waiting = record.status else { return }
    update(id) { $0.status = .running }
    take(lua.fail(record.lua, error), for: id)
  }

  /// Ends a flow and its children, youngest first; `<close>` variables run.
  func cancel(_ id: FlowID) {
    guard let record = record(id), !record.status.isOver else { return }
    cancelChildren(of: id)
    update(id) { $0.status = .cancelled }
    forgetWait(of: id)
    lua.cancel(record.lua)
    discardEndedFlows()
  }

  func cancelAllFlows() {
    while let last = state.flows.last(where: { !$0.status.isOver }) { cancel(last.id) }
  }

  /// Marks the running flow as waiting; the member that calls this returns `.yield`.
  func wait(for wait: Wait, in call: Call) throws -> LuaReturn {
    let flow = try waitingFlow(for: call)
    update(flow) {
      $0.status = .waiting(wait)
      $0.site = currentSite
    }
    return .yield
  }

  /// The flow that would wait, or the reason why the running code may not.
  func waitingFlow(for call: Call) throws -> FlowID {
    if let query = state.query {
      throw LuaError(
        .notYieldable, "'\(call.name)' cannot wait inside \(query.name) of \(query.subject): a query answers at once")
    }
    guard lua.canWait, let flow = runningFlow else {
      throw LuaError(.notYieldable, "'\(call.name)' cannot wait here: \(lua.whyCannotWait)")
    }
    return flow
  }

  // MARK: Steps

  private func take(_ step: LuaFlowStep, for id: FlowID) {
    switch step {
    case .waiting: break
    case .finished: end(id, as: .finished)
    case .failed(let error):
      // A flow that was cancelled from inside itself has nothing to report.
      if record(id)?.status == .cancelled { return }
      cancelChildren(of: id)
      let record = record(id)
      end(id, as: .failed)
      if let record { report(error, of: record) }
    }
  }

  private func end(_ id: FlowID, as status: FlowRecord.Status) {
    for index in state.flows.indices where state.flows[index].parent == id { state.flows[index].parent = nil }
    update(id) { if !$0.status.isOver { $0.status = status } }
    if id == state.mainFlow { state.mainStatus = status }
    discardEndedFlows()
  }

  private func cancelChildren(of id: FlowID) {
    while let child = state.flows.last(where: { $0.parent == id && !$0.status.isOver }) { cancel(child.id) }
  }

  private func forgetWait(of id: FlowID) {
    state.requests.removeAll { $0.flow == id }
    state.drives.removeAll { $0.flow == id }
  }

  /// Ended flows at the front are dropped, so that a long run does not grow; the rest keep their order.
  private func discardEndedFlows() {
    guard state.flows.count > 64 else { return }
    for flow in state.flows where flow.status == .failed || flow.status == .cancelled {
      state.endedBadly[flow.id] = flow.status
    }
    state.flows.removeAll { $0.status.isOver }
  }
}
