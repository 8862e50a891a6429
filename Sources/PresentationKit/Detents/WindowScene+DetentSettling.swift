/// Where a finger leaves a sheet (R15, C-5).
extension WindowScene {
  /// Pulls a sheet to a detent and lets go there.
  ///
  /// - Parameters:
  ///   - identifier: the detent.
  ///   - target: the sheet, or a controller in it; nil is the topmost.
  /// - Throws: `TapError.unknown` if the sheet has no such detent.
  public func dragToDetent(_ identifier: String, _ target: ControllerID? = nil) throws(TapError) {
    try act("drag_to_detent", target, by: .user) { () throws(TapError) in
      guard let id = pullTarget(target, act: "drag_to_detent") else { return }
      let controller = state[id].controller
      let all = state[controller].configuration.sheet.detents.map(\.identifier)
      guard let detent = state[id].detents.first(where: { $0.identifier == identifier }) else {
        guard all.contains(identifier) else { throw TapError.unknown(identifier, known: all) }
        return recordNoEffect("drag_to_detent", controller, "\(identifier) is inactive")
      }
      guard detent != resting(id) else {
        return recordNoEffect("drag_to_detent", controller, "it rests at \(identifier) already")
      }
      pull(id, to: restingHeight(id) - detent.height)
      guard state.gesture?.target == id else { return }
      letGo(velocity: 0)
    }
  }

  /// The next smaller detent, which a flick goes to.
  func nextSmaller(_ id: PresentationID) -> ResolvedDetent? {
    state[id].detents.last { $0.height < restingHeight(id) }
  }

  /// Where a sheet is to rest that was let go at a height with a speed.
  func nearestDetent(_ id: PresentationID, to height: Double, velocity: Double) -> ResolvedDetent? {
    let projected = height - profile.detentProjection * velocity
    var best: ResolvedDetent?
    for detent in state[id].detents {
      guard let found = best else {
        best = detent
        continue
      }
      if abs(detent.height - projected) < abs(found.height - projected) { best = detent }
    }
    return best
  }

  /// Lets a sheet settle at a detent, which is told when it is there; at the one it rests at there is nothing to tell.
  func settle(_ id: PresentationID, at detent: ResolvedDetent?) {
    guard let detent, detent != resting(id), isSheet(id) else { return }
    state[id].settlingDetent = detent.identifier
    state.clock.cancel(.settleDetent(id))
    schedule(.settleDetent(id), after: profile.settleDuration)
  }

  /// The end of settling: a user's change, which the delegate hears of.
  func finishSettling(_ id: PresentationID) {
    state.clock.cancel(.settleDetent(id))
    guard let identifier = state[id].settlingDetent else { return }
    state[id].settlingDetent = nil
    guard state[id].phase == .presented, state[id].detents.contains(where: { $0.identifier == identifier }) else {
      return
    }
    let controller = state[id].controller
    state[id].selectedDetent = identifier
    recordDetent(identifier, id, by: .user)
    if case .binding(let binding) = state[controller].configuration.sheet.selectedDetent {
      set(binding, to: .string(identifier), by: .system)
    }
    guard let delegate = delegate(of: id, for: .didChangeSelectedDetentIdentifier) else { return }
    record(DelegateMethod.didChangeSelectedDetentIdentifier.traceName, controller)
    notify(.delegate(.didChangeSelectedDetentIdentifier, delegate, controller, nil))
  }

  /// The height at which a sheet rests, in points.
  func restingHeight(_ id: PresentationID) -> Double {
    resting(id)?.height ?? profile.containerHeight(of: device)
  }
}
