extension WindowScene {
  /// A tap beside what is presented (R17, R18). Where there is no outside it has no effect (C-26).
  public func tapOutside(_ target: ControllerID? = nil) {
    record("tap_outside")
    guard let id = touchTarget(target, act: "tap_outside") else { return }
    if state[state[id].controller].configuration.kind == .actionSheet {
      tapOutsideActionSheet(id)
    } else if let why = whyNoOutside(id) {
      recordNoEffect("tap_outside", state[id].controller, why)
    } else {
      dismissFromOutside(id, choice: nil)
    }
    checkInvariants()
  }

  /// The Escape key. On a Mac it is a user's dismissal, elsewhere unhandled (R21, C-8).
  public func pressEscape() {
    record("escape")
    guard let id = touchTarget(nil, act: "press_escape") else { return }
    if device.idiom != .mac {
      recordNoEffect("press_escape", state[id].controller, "the Escape key is unhandled on this device")
    } else if isAlert(id) {
      recordNoEffect("press_escape", state[id].controller, "an alert wants one of its actions")
    } else {
      escape(id, .escape)
    }
    checkInvariants()
  }

  /// VoiceOver's escape, the two-finger Z. Unhandled unless the controller opts in (R20, C-7).
  public func performEscape() {
    record("accessibility_escape")
    guard let id = touchTarget(nil, act: "perform_escape") else { return }
    if state[state[id].controller].configuration.performsEscape {
      escape(id, .accessibilityEscape)
    } else {
      recordNoEffect("perform_escape", state[id].controller, "escape is unhandled")
    }
    checkInvariants()
  }

  private func escape(_ id: PresentationID, _ reason: DismissalReason) {
    if verdict(on: id) == .allowed { dismissByUser(id, reason) } else { sendAttempt(id, .escape) }
  }

  private func dismissFromOutside(_ id: PresentationID, choice: Dismissal.Choice?) {
    switch verdict(on: id) {
    case .allowed: return dismissByUser(id, .outside, choice: choice)
    case .refusedByFlag:
      recordNoEffect("tap_outside", state[id].controller, "is_modal_in_presentation ignores touches outside")
    case .refusedByDelegate: break
    }
    if profile.attemptOnBackdropTap { sendAttempt(id, .outside) }
  }

  /// Runs the cancel action, if there is one. As a popover it goes in any case.
  private func tapOutsideActionSheet(_ id: PresentationID) {
    let controller = state[id].controller
    let choice = cancelChoice(of: controller)
    if device.width == .regular || profile.dialogIsPopoverEverywhere {
      dismissFromOutside(id, choice: choice)
    } else if let choice {
      begin(
        DismissalRequest(
          target: id, receiver: controller, reason: .outside, result: .string(choice.label), choice: choice))
    } else {
      recordNoEffect("tap_outside", controller, "an action sheet without a cancel action wants one of its actions")
    }
  }

  private func cancelChoice(of controller: ControllerID) -> Dismissal.Choice? {
    for item in ContentItem.touchable(in: state[controller].configuration.content) {
      guard case .button(let label, .cancel, let action) = item else { continue }
      return Dismissal.Choice(controller: controller, label: label, action: action)
    }
    return nil
  }

  private func whyNoOutside(_ id: PresentationID) -> String? {
    if isAlert(id) { return "an alert takes no touch outside" }
    if !state[id].style.isPullable { return "full screen has no outside" }
    return device.width == .compact ? "a full-width sheet has no outside" : nil
  }
}
