extension SceneState {
  /// What is wrong with the state; empty between two steps, whatever scripts do.
  ///
  /// - Complexity: O(*n* + *m*) in controllers and presentations, for each presentation of the stack.
  package var violations: [String] {
    chainViolations + presentationViolations + controllerViolations + gestureViolations + clockViolations
      + presenterViolations
  }

  /// Links are symmetrical, `on_closed` comes once, and what is over is named by nothing that is to come.
  private var presentationViolations: [String] {
    var result: [String] = []
    // Of what is long over nothing changes any more; a long story would be looked at in full at each of its steps.
    let recent = presentations.indices.suffix(16).map(PresentationID.init).filter { !chain.contains($0) }
    for id in chain + recent {
      let record = self[id]
      if record.closings != (record.phase == .ended ? 1 : 0) {
        result.append("\(id) was closed \(record.closings) times")
      }
      if record.phase == .ended, self[record.controller].presentation == id {
        result.append("\(id) is over, and linked")
      }
      if dismissals.count(where: { $0.members.contains(id) }) != (record.phase == .dismissing ? 1 : 0) {
        result.append("\(id) goes out in another number of ways than one")
      }
      guard record.settlingDetent != nil else { continue }
      if record.phase == .presented ? !clock.isPending(.settleDetent(id)) : record.phase != .cancelling {
        result.append("\(id) settles at a detent for nothing")
      }
    }
    for event in clock.moves {
      guard let id = event.presentation, !self[id].phase.isLive else { continue }
      result.append("\(event) is due for what is over")
    }
    for id in prompts where self[id].phase != .presented || chain.contains(id) {
      result.append("\(id) is no prompt on screen")
    }
    return result
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
    case .cancelling: clock.moves.contains { if case .finishCancelling(id, _) = $0 { true } else { false } }
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
    var result: [String] = []
    if let last = trace.last, last.time > clock.now { result.append("time went back") }
    if let next = clock.next, next.deadline < clock.now { result.append("something due was passed over") }
    let transitions = clock.moves.compactMap(\.transition)
    if Set(transitions).count != transitions.count { result.append("a presentation is in two transitions") }
    return result
  }
}
