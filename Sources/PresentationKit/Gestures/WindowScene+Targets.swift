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
    guard let id = target.map({ state.presentation(around: $0) }) ?? state.chain.last else {
      refuseUnpresented(target ?? root, act: act)
      return nil
    }
    let controller = state[id].controller
    if let cover = cover(of: id) {
      refuse(coveredRefusal(controller, by: cover))
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
    switch state[id].phase {
    case .presented: nil
    case .pendingDismissal where state.gesture?.target == id: nil
    case .linked, .unused, .ended: "it is not on screen yet"
    case .presenting: "it is still coming in"
    case .cancelling: "it is still springing back"
    case .dismissing, .pendingDismissal: "it is being dismissed"
    }
  }

  /// The presentation a pull is meant for.
  func pullTarget(_ target: ControllerID?, act: String) -> PresentationID? {
    guard let id = touchTarget(target, act: act) else { return nil }
    if state[id].settlingDetent != nil {
      // A touch on a sheet that settles finds it where it was going.
      finishSettling(id)
      return pullTarget(target, act: act)
    }
    guard let why = whyNoPull(id) else { return id }
    recordNoEffect(act, state[id].controller, why)
    return nil
  }

  func whyNoPull(_ id: PresentationID) -> String? {
    if isAlert(id) { return "an alert has no pull" }
    if isPopover(id) { return "a popover has no pull" }
    return isSheet(id) ? nil : "full screen has no pull"
  }

  func refuseUnpresented(_ target: ControllerID, act: String) {
    guard state.outermost(target) == root else { return recordNoEffect(act, target, "it is not presented") }
    if let cover = state.chain.first(where: { state[$0].phase != .dismissing }) {
      refuse(coveredRefusal(target, by: state[cover].controller))
    } else {
      recordNoEffect(act, target, "nothing is presented")
    }
  }

  /// What lies over a presentation and is not on its way out: a pull does not get past it (C-35).
  func cover(of id: PresentationID) -> ControllerID? {
    state.above(id).first { state[$0].phase != .dismissing }.map { state[$0].controller }
  }

  /// What keeps a finger from a controller of a presentation, or of the root's tree.
  func reach(of controller: ControllerID, in owner: PresentationID?) -> Spot.Reach {
    if let why = whyNoTouch { return .without(why) }
    for over in owner.map({ state.above($0) }) ?? state.chain.reversed() where state[over].phase != .dismissing {
      if state[over].isInContext, let presenter = state[over].presenter,
        !state.isDescendant(controller, of: presenter), state[over].base == owner
      {
        continue
      }
      guard isUndimmed(over) else { return .covered(state[over].controller) }
      if silently({ isModal(over) }) {
        return .without("\(Self.flagIgnoresOutside) of \(name(of: state[over].controller))")
      }
    }
    return owner.map { reach(of: $0) } ?? .within
  }

  private func reach(of id: PresentationID) -> Spot.Reach {
    switch state[id].phase {
    case .linked, .unused, .ended: .without("it is not on screen yet")
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
