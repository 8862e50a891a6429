extension WindowScene {
  /// What is known of an attempt.
  public func attempt(_ id: AttemptID) -> AttemptState {
    let record = state.attempts[id.rawValue]
    return AttemptState(
      controller: state[record.presentation].controller, presentation: record.presentation, trigger: record.trigger,
      count: record.count, token: id.rawValue + 1, isStale: isStale(record))
  }

  /// Closes what was refused, and all above it, once.
  ///
  /// - Returns: whether it is on its way. A stale attempt does nothing, with the warning `stale_attempt`; one whose
  ///   controller is in a transition is refused and can be tried again.
  @discardableResult
  public func proceed(_ id: AttemptID, result: Value = .none) -> Bool {
    let attempt = state.attempts[id.rawValue]
    let controller = state[attempt.presentation].controller
    guard !isStale(attempt) else {
      warn(
        .staleAttempt, controller,
        "this attempt was answered, or what it wanted to dismiss is over. An attempt closes one presentation, once. "
          + "Proceed while the sheet is there, and not twice.")
      return false
    }
    proceeding.append(attempt.presentation)
    defer { proceeding.removeLast() }
    guard close(controller, result: result) == nil else { return false }
    state.attempts[id.rawValue].isAnswered = true
    return true
  }

  /// Answers an attempt with no: the controller stays, and the attempt cannot proceed any more.
  public func cancelAttempt(_ id: AttemptID) {
    state.attempts[id.rawValue].isAnswered = true
  }

  /// Reports a refused dismissal, or warns that nobody listens.
  func sendAttempt(_ id: PresentationID, _ trigger: AttemptState.Trigger) {
    state[id].attempts += 1
    let controller = state[id].controller
    guard let delegate = delegate(of: id, for: .didAttemptToDismiss) else {
      note(.attempted(name(of: controller), trigger, heard: false))
      return warnSilentBlock(controller)
    }
    note(.attempted(name(of: controller), trigger, heard: true))
    state.attempts.append(AttemptRecord(presentation: id, trigger: trigger, count: state[id].attempts))
    let attempt = AttemptID(rawValue: state.attempts.count - 1)
    record(DelegateMethod.didAttemptToDismiss.traceName, controller, "(\(trigger.rawValue))")
    notify(.delegate(.didAttemptToDismiss, delegate, controller, attempt))
  }

  /// Reports what an act or a request wanted and was refused; where a finger holds a dismissal it springs back first, so that
  /// whoever hears of it may present something (C-19, C-30).
  func refuseAct(on id: PresentationID, trigger: AttemptState.Trigger) {
    guard holdsInteractively(id), isHeard(id) else { return sendAttempt(id, trigger) }
    cancelGesture(on: [id], attempt: trigger)
  }

  private func isStale(_ attempt: AttemptRecord) -> Bool {
    let phase = state[attempt.presentation].phase
    return attempt.isAnswered || !phase.isLive || phase == .dismissing
  }

  private func warnSilentBlock(_ controller: ControllerID) {
    guard !state[controller].configuration.forced else { return }
    warn(
      .silentBlock, controller,
      "the user was refused and nobody was told: its flag or its policy says no, and no delegate has "
        + "did_attempt_to_dismiss. The user sees a sheet that springs back. Say why in did_attempt_to_dismiss, or write forced = true if it is "
        + "meant.", site: state[controller].configuration.site)
  }
}
