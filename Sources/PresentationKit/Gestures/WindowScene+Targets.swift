/// Where a touch lands.
extension WindowScene {
  /// Whether the window gets touches at all; otherwise says why not.
  func canTouch(_ act: String) -> Bool {
    guard let why = whyNoTouch else { return true }
    recordNoEffect(act, state.top, why)
    return false
  }

  var whyNoTouch: String? {
    if state.isInBackground { return "the app is in the background" }
    return state.prompts.last.map { "the system prompt \(name(of: state[$0].controller)) takes all touches" }
  }

  /// The presentation a touch is meant for, on screen and uncovered; otherwise says why there is none.
  func touchTarget(_ target: ControllerID?, act: String) -> PresentationID? {
    guard canTouch(act) else { return nil }
    guard let id = target.map({ state.presentation(around: $0) }) ?? state.shown.last else {
      refuseUnpresented(target ?? root, act: act)
      return nil
    }
    let controller = state[id].controller
    if let cover = cover(of: id) {
      refuse(coveredRefusal(controller, by: state[cover].controller))
      return nil
    }
    if let why = whyUntouchable(id) {
      recordNoEffect(act, controller, why)
      return nil
    }
    return id
  }

  /// Why a presentation takes no touch just now, covers aside.
  func whyUntouchable(_ id: PresentationID) -> String? {
    if state.isHidden(id) { return "what it is presented in is not in the window" }
    return switch state[id].phase {
    case .presented: isStill(inside: id) ? nil : "what is presented in a context inside it is in a transition"
    case .pendingDismissal where state.gesture?.target == id: nil
    case .linked, .unused, .ended: "it is not on screen yet"
    case .presenting: "it is still coming in"
    case .cancelling: "it is still springing back"
    case .dismissing, .pendingDismissal: "it is being dismissed"
    }
  }

  /// Whether what is presented in contexts of a presentation's own tree could go with it (R30).
  private func isStill(inside id: PresentationID) -> Bool {
    state.fromTop(downTo: id).dropLast().allSatisfy { other in
      state[other].phase == .dismissing || state[other].phase.canBeDismissed
        || state.covered(by: other, state[id].controller, in: id) != nil
    }
  }

  /// The presentation a pull is meant for. A finger on what is presented in a context of a sheet pulls the sheet.
  func pullTarget(_ target: ControllerID?, act: String) -> PresentationID? {
    guard let id = touchTarget(target ?? sheetAroundTop, act: act) else { return nil }
    if state[id].settlingDetent != nil {
      // A touch on a sheet that settles finds it where it was going.
      finishSettling(id)
      return pullTarget(target, act: act)
    }
    guard let why = whyNoPull(id) else { return id }
    recordNoEffect(act, state[id].controller, why)
    return nil
  }

  private var sheetAroundTop: ControllerID? {
    guard var id = state.shown.last else { return nil }
    while whyNoPull(id) != nil, state[id].isInContext, let base = state[id].base { id = base }
    return state[id].controller
  }

  func whyNoPull(_ id: PresentationID) -> String? {
    if isAlert(id) { return "an alert has no pull" }
    if isPopover(id) { return "a popover has no pull" }
    return isSheet(id) ? nil : "full screen has no pull"
  }

  func refuseUnpresented(_ target: ControllerID, act: String) {
    guard state.outermost(target) == root else { return recordNoEffect(act, target, "it is not presented") }
    if let cover = state.chain.first(where: { state.covered(by: $0, target, in: nil) != nil }) {
      refuse(coveredRefusal(target, by: state[cover].controller))
    } else {
      recordNoEffect(act, target, state.shown.isEmpty ? "nothing is presented" : "it is not presented")
    }
  }

  /// What lies over a presentation and is not on its way out: a pull does not get past it (C-35).
  func cover(of id: PresentationID) -> PresentationID? {
    state.above(id).first { state.covered(by: $0, state[id].controller, in: id) != nil }
  }

  /// What keeps a finger from a controller of a presentation, or of the root's tree.
  func reach(of controller: ControllerID, in owner: PresentationID?, named name: String? = nil) -> Spot.Reach {
    if let obstacle = obstacle(to: controller, in: owner, named: name) { return obstacle }
    return owner.map { reach(of: $0) } ?? .within
  }

  /// What lies between a finger and a controller, whatever the state of the presentation it belongs to.
  ///
  /// - Parameter name: what the finger means there; a popover may let it through.
  func obstacle(to controller: ControllerID, in owner: PresentationID?, named name: String? = nil) -> Spot.Reach? {
    if let why = whyNoTouch { return .without(why) }
    for over in owner.map({ state.above($0) }) ?? state.chain.reversed() {
      guard let covered = state.covered(by: over, controller, in: owner) else { continue }
      if let name, isPopover(over), state[state[over].controller].configuration.passthroughViews.contains(name) {
        continue
      }
      guard isUndimmed(over) else { return .covered(covered, by: state[over].controller) }
      if silently({ isModal(over) }) {
        return .without("\(Self.flagIgnoresOutside) of \(self.name(of: state[over].controller))")
      }
    }
    return nil
  }

  private func reach(of id: PresentationID) -> Spot.Reach {
    switch state[id].phase {
    case .linked, .unused, .ended: .without("it is not on screen yet")
    // A finger that holds it has not decided yet (C-35).
    case .pendingDismissal where state.gesture?.target == id: .within
    case .dismissing, .pendingDismissal: .without("it is being dismissed")
    // An alert goes with a tap, and what comes in cannot go (R30).
    case .presenting where isAlert(id): .without("it is still coming in")
    case .presenting, .presented, .cancelling: .within
    }
  }

  func coveredRefusal(_ controller: ControllerID, by cover: ControllerID) -> Refusal {
    Refusal(
      code: .covered, controller: controller,
      message: "<\(name(of: controller))> is covered by <\(name(of: cover))>, which takes the touch.", inTheWay: cover,
      hint: "Touch \(name(of: cover)), or dismiss it first.")
  }
}
