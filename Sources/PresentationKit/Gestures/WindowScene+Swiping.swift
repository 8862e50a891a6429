extension WindowScene {
  /// One flick downwards on a sheet: from a larger detent it goes to the next smaller one, at the smallest it is a try
  /// to dismiss (R11 to R15).
  ///
  /// - Parameter target: the sheet, or a controller in it; nil is the topmost.
  public func swipeDown(_ target: ControllerID? = nil) {
    act("swipe_down", target, by: .user, continuing: true) {
      guard let id = pullTarget(target, act: "swipe_down") else { return }
      if let smaller = nextSmaller(id) {
        pull(id, to: restingHeight(id) - smaller.height)
        guard let gesture = state.gesture, gesture.target == id else { return }
        // NB: a finger that was there may have pulled it further down before.
        if gesture.stage == .interactive { return settle(id, commits: false, at: smaller) }
        endGesture(id)
        return settle(id, at: smaller)
      }
      pull(id, to: restingHeight(id) * profile.flickFraction)
      guard state.gesture?.target == id else { return }
      letGo(velocity: profile.flickVelocity)
    }
  }

  /// Puts a finger on a sheet, or moves the one that is there.
  ///
  /// - Parameter fraction: how far below where it rests, in parts of the sheet's height there; negative is above.
  public func drag(_ target: ControllerID? = nil, fraction: Double) {
    runDueUpdate()
    let target = target ?? state.gesture.map { state[$0.target].controller }
    act("drag", target, by: .user, continuing: true) {
      guard let id = pullTarget(target, act: "drag") else { return }
      guard fraction.isFinite else { return recordNoEffect("drag", state[id].controller, "that is no place") }
      let origin = state.gesture.flatMap { $0.target == id ? $0.origin : nil } ?? restingHeight(id)
      pull(id, to: origin * fraction)
    }
  }

  /// Lifts the finger. The sheet goes if it is far enough down or fast enough, else it settles at a detent.
  ///
  /// - Parameter velocity: points a second, positive downwards.
  public func release(velocity: Double = 0) {
    act("release", nil, by: .user, continuing: true) {
      guard state.gesture != nil else { return recordNoEffect("release", state.top, "no finger is down") }
      letGo(velocity: velocity.isFinite ? velocity : 0)
    }
  }

  /// The system takes the touch away; the sheet springs back (R14).
  public func cancelTouch() {
    act("cancel_touch", nil, by: .user, continuing: true) {
      guard let gesture = state.gesture else {
        return recordNoEffect("cancel_touch", state.top, "no finger is down")
      }
      cancelGesture(on: [gesture.target])
    }
  }

  /// Ends a gesture on one of these, if there is one. If it was a dismissal, the sheet springs back, unless it is
  /// about to be dismissed otherwise (C-20, C-30).
  ///
  /// - Parameter attempt: what is reported as an attempt when it is back (C-19).
  func cancelGesture(
    on targets: [PresentationID], settling: Bool = true, attempt: AttemptState.Trigger? = nil
  ) {
    guard let gesture = state.gesture, targets.contains(gesture.target) else { return }
    state.gesture = nil
    record("gesture", state[gesture.target].controller, "cancelled")
    if settling, gesture.stage == .interactive { springBack(gesture.target, attempt: attempt) }
  }

  /// The end of springing back (R14).
  func finishCancelling(_ id: PresentationID, attempt: AttemptState.Trigger?) {
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
    if let attempt, state[id].phase == .presented { sendAttempt(id, attempt) }
    if state[id].phase == .presented { finishSettling(id) }
    warnAboutTeardown(id)
    dismissOrphans()
    scheduleViewUpdate()
  }

  /// How high a sheet shows at this moment, in points: a finger's place counts, and resistance.
  func visibleHeight(_ id: PresentationID) -> Double {
    guard let gesture = state.gesture, gesture.target == id else { return restingHeight(id) }
    let wanted = gesture.origin - gesture.travel
    let (smallest, largest) = (state[id].detents.first?.height ?? 0, state[id].detents.last?.height ?? 0)
    if wanted > largest { return largest + (wanted - largest) * profile.resistance }
    if wanted < smallest, case .refused = gesture.stage {
      return smallest - (smallest - wanted) * profile.resistance
    }
    return max(wanted, 0)
  }

  /// Moves the finger, or puts it there, so many points below where the sheet rests.
  func pull(_ id: PresentationID, to travel: Double) {
    if state.gesture?.target != id {
      if let other = state.gesture?.target { cancelGesture(on: [other]) }
      guard state[id].phase == .presented, isSheet(id) else { return }
      state.gesture = GestureState(target: id, origin: restingHeight(id))
      amend { $0.gesture = id }
      record("gesture", state[id].controller, "began")
    }
    state.change { $0.gesture?.travel = travel }
    record("gesture", state[id].controller, "changed")
    if state.gesture?.stage == .tracking, fractionBelow(id) > profile.dismissalBeginFraction { goBelow(id) }
    reportAtThreshold(id)
  }

  func letGo(velocity: Double) {
    guard let gesture = state.gesture else { return }
    let id = gesture.target
    let below = fractionBelow(id)
    let commits =
      below > profile.dismissalBeginFraction && velocity >= 0
      && (below > profile.commitFraction || velocity >= profile.commitVelocity)
    let detent = nearestDetent(id, to: gesture.origin - gesture.travel, velocity: velocity)
    switch gesture.stage {
    case .tracking:
      endGesture(id)
      settle(id, at: detent)
    case .interactive: settle(id, commits: commits, at: detent)
    case .refused(let byFlag):
      if byFlag, commits, !isModal(id) { return commitLate(id) }
      endGesture(id)
      settle(id, at: detent)
      if commits, !gesture.attempted { sendAttempt(id, .swipe) }
      if !commits { note(.tooShort(name(of: state[id].controller))) }
    }
  }

  func endGesture(_ id: PresentationID) {
    state.gesture = nil
    record("gesture", state[id].controller, "ended")
  }

  /// How far the finger holds a sheet below its smallest detent, in parts of that detent's height.
  private func fractionBelow(_ id: PresentationID) -> Double {
    guard let gesture = state.gesture, gesture.target == id, let smallest = state[id].detents.first?.height else {
      return 0
    }
    return (smallest - gesture.origin + gesture.travel) / smallest
  }

  /// The first moment below the smallest detent: the policy is asked, once a gesture (C-17, C-19).
  private func goBelow(_ id: PresentationID) {
    switch verdict(on: id) {
    case .allowed: beginInteractiveDismissal(id)
    case .refusedByFlag: state.change { $0.gesture?.stage = .refused(byFlag: true) }
    case .refusedByDelegate: state.change { $0.gesture?.stage = .refused(byFlag: false) }
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

  /// Whether a finger holds it below its smallest detent, where it is a dismissal that was asked for and told (C-30).
  func holdsInteractively(_ id: PresentationID) -> Bool {
    state[id].phase == .pendingDismissal && state.gesture?.target == id
  }

  private func settle(_ id: PresentationID, commits: Bool, at detent: ResolvedDetent?) {
    let walled = isModal(id)
    guard holdsInteractively(id) else { return }
    endGesture(id)
    if commits, !walled {
      begin(DismissalRequest(target: id, receiver: state[id].controller, reason: .swipe))
    } else {
      state[id].settlingDetent = detent == resting(id) ? nil : detent?.identifier
      springBack(id, attempt: commits ? .swipe : nil)
    }
  }

  /// The flag stood against the pull when it began and is down at its end, which decides (C-19).
  private func commitLate(_ id: PresentationID) {
    goBelow(id)
    guard let gesture = state.gesture, gesture.target == id else { return }
    if gesture.stage == .interactive { return settle(id, commits: true, at: state[id].detents.first) }
    endGesture(id)
    settle(id, at: state[id].detents.first)
    if !gesture.attempted { sendAttempt(id, .swipe) }
  }

  private func springBack(_ id: PresentationID, attempt: AttemptState.Trigger?) {
    state[id].phase = .cancelling
    record("dismissal_cancelled", state[id].controller)
    note(.sprangBack(name(of: state[id].controller)))
    schedule(.finishCancelling(id, attempt: attempt), after: profile.settleDuration)
  }

  private func reportAtThreshold(_ id: PresentationID) {
    guard profile.attemptTiming == .atThreshold, let gesture = state.gesture, gesture.target == id,
      case .refused = gesture.stage, !gesture.attempted, fractionBelow(id) > profile.commitFraction
    else { return }
    state.gesture?.attempted = true
    sendAttempt(id, .swipe)
  }
}
