extension SceneState {
  /// What is wrong with the state; empty between two steps, whatever scripts do.
  ///
  /// - Complexity: O(*n* + *m*) in controllers and presentations, for each presentation of the stack.
  package var violations: [String] {
    chainViolations + controllerViolations + gestureViolations + clockViolations
  }

  private var chainViolations: [String] {
    var result: [String] = []
    let chain = self.chain
    let live = presentations.indices.map(PresentationID.init).filter { id in
      self[id].phase.isLive && self[self[id].controller].configuration.kind != .systemPrompt
    }
    if chain.sorted() != live { result.append("the stack is not the live presentations") }
    for (index, id) in chain.enumerated() {
      let record = self[id]
      if let base = record.base {
        if !chain[..<index].contains(base) { result.append("\(id) stands on what is not beneath it") }
        if self[base].phase == .dismissing, record.phase != .dismissing {
          result.append("\(id) stays on one that goes out")
        }
      }
      if self[record.controller].presentation != id { result.append("\(id) is not its controller's") }
      if record.presenter.flatMap({ self[$0].presented }) != id { result.append("\(id) is not its presenter's") }
      if enclosing(record.controller) != nil { result.append("\(id) presents a child") }
      if !isAwaited(id) { result.append("\(id) waits in \(record.phase) for nothing") }
    }
    return result
  }

  /// Whether something on the clock moves a presentation on, where its phase needs that.
  private func isAwaited(_ id: PresentationID) -> Bool {
    switch self[id].phase {
    case .unused, .ended, .presented: true
    case .linked: clock.isPending(.beginPresentation(id))
    case .presenting: clock.isPending(.finishPresentation(id))
    case .pendingDismissal: gesture?.target == id
    case .cancelling:
      clock.isPending(.finishCancelling(id, attempted: false))
        || clock.isPending(.finishCancelling(id, attempted: true))
    case .dismissing: dismissals.contains { $0.members.contains(id) && isScheduled($0) }
    }
  }

  private func isScheduled(_ dismissal: Dismissal) -> Bool {
    clock.isPending(.beginDismissal(dismissal.id)) || clock.isPending(.finishDismissal(dismissal.id))
  }

  private var controllerViolations: [String] {
    var result: [String] = []
    for id in controllers.indices.map(ControllerID.init) {
      let record = self[id]
      if let parent = record.parent, !self[parent].children.contains(id) { result.append("\(id) is no child") }
      if let holder = record.superview, !self[holder].subviews.contains(id) { result.append("\(id) is no subview") }
      if record.children.contains(where: { self[$0].parent != id }) { result.append("\(id) has a stranger") }
      if record.subviews.contains(where: { self[$0].superview != id }) { result.append("\(id) shows a stranger") }
      if record.isBeingDismissed, record.presentation.map({ self[$0].phase == .presented }) ?? true {
        result.append("\(id) says it is being dismissed")
      }
    }
    return result
  }

  private var gestureViolations: [String] {
    guard let gesture else { return [] }
    switch self[gesture.target].phase {
    case .presented, .pendingDismissal: return []
    default: return ["a finger holds \(gesture.target), which is not there"]
    }
  }

  private var clockViolations: [String] {
    let ordered = zip(clock.pending, clock.pending.dropFirst()).allSatisfy {
      ($0.deadline, $0.sequence) > ($1.deadline, $1.sequence)
    }
    return ordered ? [] : ["the clock is out of order"]
  }
}
