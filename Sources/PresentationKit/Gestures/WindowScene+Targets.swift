/// Where a touch lands.
extension WindowScene {
  /// The presentation a touch is meant for, on screen and uncovered; otherwise says why there is none.
  func touchTarget(_ target: ControllerID?, act: String) -> PresentationID? {
    guard let id = target.map({ state.presentation(around: $0) }) ?? state.chain.last else {
      refuseUnpresented(target ?? root, act: act)
      return nil
    }
    let controller = state[id].controller
    if let cover = cover(of: id) {
      refuse(coveredRefusal(controller, by: cover))
      return nil
    }
    let holdsFinger = state.gesture?.target == id
    switch state[id].phase {
    case .presented: return id
    case .pendingDismissal where holdsFinger: return id
    case .linked, .unused, .ended: recordNoEffect(act, controller, "it is not on screen yet")
    case .presenting: recordNoEffect(act, controller, "it is still coming in")
    case .cancelling: recordNoEffect(act, controller, "it is still springing back")
    case .dismissing, .pendingDismissal: recordNoEffect(act, controller, "it is being dismissed")
    }
    return nil
  }

  /// The presentation a pull is meant for.
  func pullTarget(_ target: ControllerID?, act: String) -> PresentationID? {
    guard let id = touchTarget(target, act: act) else { return nil }
    if isAlert(id) {
      recordNoEffect(act, state[id].controller, "an alert has no pull")
    } else if !state[id].style.isPullable {
      recordNoEffect(act, state[id].controller, "full screen has no pull")
    } else {
      return id
    }
    return nil
  }

  private func refuseUnpresented(_ target: ControllerID, act: String) {
    guard state.outermost(target) == root else { return recordNoEffect(act, target, "it is not presented") }
    if let cover = state.chain.first(where: { state[$0].phase != .dismissing }) {
      refuse(coveredRefusal(target, by: state[cover].controller))
    } else {
      recordNoEffect(act, target, "nothing is presented")
    }
  }

  /// What lies over a presentation and is not on its way out: touches do not get past it (C-35).
  func cover(of id: PresentationID) -> ControllerID? {
    state.fromTop(downTo: id).dropLast().first { state[$0].phase != .dismissing }.map { state[$0].controller }
  }

  func coveredRefusal(_ controller: ControllerID, by cover: ControllerID) -> Refusal {
    Refusal(
      code: .covered, controller: controller,
      message: "<\(name(of: controller))> is covered by <\(name(of: cover))>, which takes the touch.", inTheWay: cover,
      hint: "Touch \(name(of: cover)), or dismiss it first.")
  }
}
