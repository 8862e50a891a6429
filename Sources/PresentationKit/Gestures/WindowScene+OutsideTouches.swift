extension WindowScene {
  /// A tap beside what is presented (R17, R18). Where there is no outside it has no effect (C-26).
  public func tapOutside(_ target: ControllerID? = nil) {
    act("tap_outside", target, by: .user) {
      record("tap_outside")
      guard let id = touchTarget(target, act: "tap_outside") else { return }
      if state[state[id].controller].configuration.kind == .actionSheet {
        tapOutsideActionSheet(id)
      } else if let why = whyNoOutside(id) {
        recordNoEffect("tap_outside", state[id].controller, why)
      } else {
        dismissFromOutside(id, choice: nil)
      }
    }
  }

  /// The Escape key. On a Mac it is a user's dismissal, elsewhere unhandled (R21, C-8).
  public func pressEscape() {
    act("press_escape", nil, by: .user) {
      record("escape")
      guard let id = touchTarget(nil, act: "press_escape") else { return }
      if let why = whyNoEscape(id) {
        recordNoEffect("press_escape", state[id].controller, why)
      } else {
        escape(id, .escape, act: "press_escape")
      }
    }
  }

  /// VoiceOver's escape, the two-finger Z. It goes from the innermost visible controller outwards to the first that
  /// handles it; UIKit's default does not (R20, C-7).
  public func performEscape() {
    act("perform_escape", nil, by: .user) {
      record("accessibility_escape")
      guard canTouch("perform_escape") else { return }
      let handlers = escapeHandlers
      let top = state.shown.last
      guard top != nil || !handlers.isEmpty else { return refuseUnpresented(root, act: "perform_escape") }
      guard top == nil || touchTarget(nil, act: "perform_escape") != nil else { return }
      if handlers.contains(where: handlesEscape) { return }
      guard let id = top, isAlert(id), let choice = cancelChoice(of: state[id].controller) else {
        return recordNoEffect("perform_escape", state.top, "escape is unhandled")
      }
      dismissByChoice(id, .accessibilityEscape, choice)
    }
  }

  /// The controllers on top that have a word about VoiceOver's escape, innermost first.
  var escapeHandlers: [ControllerID] {
    state.visibleTree(of: state.shown.last.map { state[$0].controller } ?? root).reversed().filter {
      state[$0].configuration.performsEscape != .unhandled
    }
  }

  private func handlesEscape(_ controller: ControllerID) -> Bool {
    switch state[controller].configuration.performsEscape {
    case .unhandled: return false
    case .policy:
      guard let id = state.presentation(around: controller), canEscape(id) else { return false }
      escape(id, .accessibilityEscape, act: "perform_escape")
      return true
    case .override:
      // NB: unlike a question it may act; what it does is code's (R20).
      let answer = askNoting(.performEscape, of: controller) {
        $0.performEscape(controller)
      } text: {
        String($0)
      }
      record("perform_escape", controller, "-> \(answer ?? false)")
      return answer ?? false
    }
  }

  /// Whether an escape that goes through the policy finds one; an alert has only its cancel action.
  func canEscape(_ id: PresentationID) -> Bool {
    state[id].phase.canBeDismissed && (!isAlert(id) || cancelChoice(of: state[id].controller) != nil)
  }

  private func escape(_ id: PresentationID, _ reason: DismissalReason, act: String) {
    if isAlert(id) {
      if let choice = cancelChoice(of: state[id].controller) { dismissByChoice(id, reason, choice) }
      return
    }
    switch verdictOnAct(on: id) {
    case .allowed: dismissByUser(id, reason)
    case .refusedByFlag: refuseByFlag(id, .escape, act: act)
    case .refusedByDelegate: refuseAct(on: id, trigger: .escape)
    }
  }

  /// The policy's answer to an act beside a finger that holds the sheet. A finger that only resists, or moves between detents,
  /// has lost its hold before the delegate is asked; one that holds a dismissal has it until there is an answer (C-30).
  private func verdictOnAct(on id: PresentationID) -> Verdict {
    if isModal(id) { return .refusedByFlag }
    if holdsInteractively(id) { return profile.actOverPullAsks ? delegateVerdict(on: id) : .allowed }
    cancelGesture(on: [id])
    return delegateVerdict(on: id)
  }

  /// An attempt at what the flag keeps; where nobody hears of it, the act has no effect.
  private func refuseByFlag(_ id: PresentationID, _ trigger: AttemptState.Trigger, act: String) {
    let isHeard = isHeard(id)
    if isHeard, !holdsInteractively(id) { cancelGesture(on: [id]) }
    refuseAct(on: id, trigger: trigger)
    if !isHeard { recordNoEffect(act, state[id].controller, "it is walled off, and nobody hears of attempts") }
  }

  private func dismissFromOutside(_ id: PresentationID, choice: Dismissal.Choice?) {
    switch verdictOnAct(on: id) {
    case .allowed: return dismissByUser(id, .outside, choice: choice)
    case .refusedByFlag where profile.attemptOnBackdropTap: refuseByFlag(id, .outside, act: "tap_outside")
    case .refusedByFlag: recordNoEffect("tap_outside", state[id].controller, Self.flagIgnoresOutside)
    case .refusedByDelegate where profile.attemptOnBackdropTap: refuseAct(on: id, trigger: .outside)
    case .refusedByDelegate: note(.refusedSilently(name(of: state[id].controller)))
    }
  }

  static let flagIgnoresOutside = "is_modal_in_presentation ignores touches outside"

  /// Runs the cancel action, if there is one. As a popover it goes in any case.
  private func tapOutsideActionSheet(_ id: PresentationID) {
    let controller = state[id].controller
    let choice = cancelChoice(of: controller)
    if isPopover(id) {
      dismissFromOutside(id, choice: choice)
    } else if let choice {
      dismissByChoice(id, .outside, choice)
    } else {
      recordNoEffect("tap_outside", controller, Self.wantsAnAction)
    }
  }

  static let wantsAnAction = "an action sheet without a cancel action wants one of its actions"

  private func dismissByChoice(_ id: PresentationID, _ reason: DismissalReason, _ choice: Dismissal.Choice) {
    begin(
      DismissalRequest(
        target: id, receiver: state[id].controller, reason: reason, result: .string(choice.label), choice: choice))
  }

  func cancelChoice(of controller: ControllerID) -> Dismissal.Choice? {
    for item in ContentItem.touchable(in: state[controller].configuration.content) {
      guard case .button(let label, .cancel, let action) = item else { continue }
      return Dismissal.Choice(controller: controller, label: label, action: action)
    }
    return nil
  }

  /// Why a tap outside cannot mean a presentation; nil where its policy decides.
  func whyNoOutside(_ id: PresentationID) -> String? {
    if isAlert(id) { return "an alert takes no touch outside" }
    if isPopover(id) { return nil }
    if !isSheet(id) { return "full screen has no outside" }
    if isUndimmed(id) {
      return isModal(id) ? Self.flagIgnoresOutside : "nothing is dimmed: touches outside go to what is behind"
    }
    return device.width == .compact && !isDetented(id) ? "a full-width sheet has no outside" : nil
  }

  /// Why the Escape key does nothing; nil where the policy, or an alert's cancel action, takes it.
  func whyNoEscape(_ id: PresentationID) -> String? {
    if device.idiom != .mac { return "the Escape key is unhandled on this device" }
    if isAlert(id) { return cancelChoice(of: state[id].controller) == nil ? "an alert wants one of its actions" : nil }
    return isSheet(id) || isPopover(id) ? nil : "full screen has no user's dismissal"
  }
}
