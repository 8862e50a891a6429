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
    let first = max(presentations.made - 16, 0)
    let recent = (first..<presentations.made).lazy.map(PresentationID.init).filter { !self.chain.contains($0) }
    for id in chain + recent {
      let phase = self[id].phase
      if self[id].closings != (phase == .ended ? 1 : 0) { result.append("\(id) was closed \(self[id].closings) times") }
      if phase == .ended, self[self[id].controller].presentation == id { result.append("\(id) is over, and linked") }
      if dismissals.count(where: { $0.members.contains(id) }) != (phase == .dismissing ? 1 : 0) {
        result.append("\(id) goes out in another number of ways than one")
      }
      guard self[id].settlingDetent != nil else { continue }
      if phase == .presented ? !clock.isPending(.settleDetent(id)) : phase != .cancelling {
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
    var live = 0
    for place in presentations.numbers where presentations[place].phase.isLive {
      guard self[presentations[place].controller].configuration.kind != .systemPrompt else { continue }
      live += 1
      if !chain.contains(PresentationID(rawValue: place)) { result.append("\(place) lives outside of the stack") }
    }
    if chain.count != live { result.append("the stack is not the live presentations") }
    for (index, id) in chain.enumerated() {
      let (controller, phase) = (self[id].controller, self[id].phase)
      if let base = self[id].base {
        if !chain[..<index].contains(base) { result.append("\(id) stands on what is not beneath it") }
        if self[base].phase == .dismissing, phase != .dismissing { result.append("\(id) stays on one that goes out") }
      }
      if self[controller].presentation != id { result.append("\(id) is not its controller's") }
      if self[id].presenter.flatMap({ self[$0].presented }) != id { result.append("\(id) is not its presenter's") }
      if enclosing(controller) != nil { result.append("\(id) presents a child") }
      if !isAwaited(id) { result.append("\(id) waits in \(phase) for nothing") }
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
    // NB: by their places, since copies of the records would take most of the time of a debug build.
    for place in controllers.indices {
      let id = ControllerID(rawValue: place)
      if let parent = controllers[place].parent, !self[parent].children.contains(id) {
        result.append("\(id) is no child")
      }
      if let holder = controllers[place].superview, !self[holder].subviews.contains(id) {
        result.append("\(id) is no subview")
      }
      for child in controllers[place].children where self[child].parent != id { result.append("\(id) has a stranger") }
      for view in controllers[place].subviews where self[view].superview != id {
        result.append("\(id) shows a stranger")
      }
      guard controllers[place].isBeingDismissed else { continue }
      let presentation = controllers[place].presentation
      if presentation.map({ self[$0].phase == .presented }) ?? true {
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
