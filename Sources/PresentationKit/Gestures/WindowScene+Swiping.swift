extension WindowScene {
  /// One flick downwards on a sheet: a try to dismiss it (R11 to R14).
  ///
  /// - Parameter target: the sheet, or a controller in it; nil is the topmost.
  public func swipeDown(_ target: ControllerID? = nil) {
    guard let id = pullTarget(target, act: "swipe_down") else { return }
    pull(id, to: 1)
    guard state.gesture?.target == id else { return checkInvariants() }
    letGo(velocity: profile.flickVelocity)
    checkInvariants()
  }

  /// Puts a finger on a sheet, or moves the one that is there.
  ///
  /// - Parameter fraction: how far below where it rests, in parts of the sheet's height.
  public func drag(_ target: ControllerID? = nil, fraction: Double) {
    guard let id = pullTarget(target ?? state.gesture.map { state[$0.target].controller }, act: "drag") else { return }
    pull(id, to: fraction)
    checkInvariants()
  }

  /// Lifts the finger. The sheet goes if it is far enough down or fast enough, else it springs back.
  ///
  /// - Parameter velocity: points a second, positive downwards.
  public func release(velocity: Double = 0) {
    guard state.gesture != nil else { return recordNoEffect("release", state.top, "no finger is down") }
    letGo(velocity: velocity)
    checkInvariants()
  }

  /// The system takes the touch away; the sheet springs back (R14).
  public func cancelTouch() {
    guard let gesture = state.gesture else {
      return recordNoEffect("cancel_touch", state.top, "no finger is down")
    }
    cancelGesture(on: [gesture.target])
    checkInvariants()
  }

  /// Ends a gesture on one of these, if there is one. If it was a dismissal, the sheet springs back, unless it is
  /// about to be dismissed otherwise (C-20, C-30).
  func cancelGesture(on targets: [PresentationID], settling: Bool = true) {
    guard let gesture = state.gesture, targets.contains(gesture.target) else { return }
    state.gesture = nil
    record("gesture", state[gesture.target].controller, "cancelled")
    if settling, gesture.stage == .interactive { springBack(gesture.target, attempted: false) }
  }

  /// The end of springing back (R14).
  func finishCancelling(_ id: PresentationID, attempted: Bool) {
    guard state[id].phase == .cancelling else { return }
    let controller = state[id].controller
    state[id].phase = .presented
    state[controller].isBeingDismissed = false
    if state[id].dismissalBegun {
      state[id].dismissalBegun = false
      record("dismissal_transition_did_end", controller, "false")
    }
    willAppear(controller)
    isAppearing(controller)
    didAppear(controller)
    if attempted, state[id].phase == .presented { sendAttempt(id, .swipe) }
  }

  private func pull(_ id: PresentationID, to fraction: Double) {
    if state.gesture?.target != id {
      if let other = state.gesture?.target { cancelGesture(on: [other]) }
      state.gesture = GestureState(target: id)
      record("gesture", state[id].controller, "began")
    }
    state.gesture?.fraction = fraction
    record("gesture", state[id].controller, "changed")
    if state.gesture?.stage == .tracking, fraction > profile.dismissalBeginFraction { goBelow(id) }
    reportAtThreshold(id)
  }

  /// The first moment below the smallest detent: the policy is asked, once a gesture (C-17, C-19).
  private func goBelow(_ id: PresentationID) {
    switch verdict(on: id) {
    case .allowed: beginInteractiveDismissal(id)
    case .refusedByFlag: state.gesture?.stage = .refused(byFlag: true)
    case .refusedByDelegate: state.gesture?.stage = .refused(byFlag: false)
    }
  }

  private func beginInteractiveDismissal(_ id: PresentationID) {
    guard state.gesture?.target == id, state[id].phase == .presented else { return }
    let controller = state[id].controller
    state.gesture?.stage = .interactive
    state[id].phase = .pendingDismissal
    tellWillDismiss(id)
    // NB: each callback may dismiss it by code, or lift the finger.
    guard holdsInteractively(id) else { return }
    state[controller].isBeingDismissed = true
    willDisappear(controller)
    guard holdsInteractively(id) else { return }
    state[id].dismissalBegun = true
    record("dismissal_transition_will_begin", controller)
  }

  private func holdsInteractively(_ id: PresentationID) -> Bool {
    state[id].phase == .pendingDismissal && state.gesture?.target == id
  }

  private func letGo(velocity: Double) {
    guard let gesture = state.gesture else { return }
    let id = gesture.target
    let commits =
      gesture.fraction > profile.dismissalBeginFraction && velocity >= 0
      && (gesture.fraction > profile.commitFraction || velocity >= profile.commitVelocity)
    switch gesture.stage {
    case .tracking: endGesture(id)
    case .interactive: settle(id, commits: commits)
    case .refused(let byFlag):
      if byFlag, commits, !isModal(id) { return commitLate(id) }
      endGesture(id)
      if commits, !gesture.attempted { sendAttempt(id, .swipe) }
    }
  }

  private func settle(_ id: PresentationID, commits: Bool) {
    let walled = isModal(id)
    guard holdsInteractively(id) else { return }
    endGesture(id)
    if commits, !walled {
      begin(DismissalRequest(target: id, receiver: state[id].controller, reason: .swipe))
    } else {
      springBack(id, attempted: commits)
    }
  }

  /// The flag stood against the pull when it began and is down at its end, which decides (C-19).
  private func commitLate(_ id: PresentationID) {
    goBelow(id)
    guard let gesture = state.gesture, gesture.target == id else { return }
    if gesture.stage == .interactive { return settle(id, commits: true) }
    endGesture(id)
    if !gesture.attempted { sendAttempt(id, .swipe) }
  }

  private func endGesture(_ id: PresentationID) {
    state.gesture = nil
    record("gesture", state[id].controller, "ended")
  }

  private func springBack(_ id: PresentationID, attempted: Bool) {
    state[id].phase = .cancelling
    record("dismissal_cancelled", state[id].controller)
    schedule(.finishCancelling(id, attempted: attempted), after: profile.settleDuration)
  }

  private func reportAtThreshold(_ id: PresentationID) {
    guard profile.attemptTiming == .atThreshold, let gesture = state.gesture, gesture.target == id,
      case .refused = gesture.stage, !gesture.attempted, gesture.fraction > profile.commitFraction
    else { return }
    state.gesture?.attempted = true
    sendAttempt(id, .swipe)
  }
}
