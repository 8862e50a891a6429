/// The answer of a presentation's policy to a user who wants it gone.
enum Verdict: Hashable, Sendable {
  case allowed, refusedByFlag, refusedByDelegate
}

extension WindowScene {
  /// Reads the flag, and asks the delegate if the flag is down (R12, R13, C-1).
  func verdict(on id: PresentationID) -> Verdict {
    isModal(id) ? .refusedByFlag : delegateVerdict(on: id)
  }

  func delegateVerdict(on id: PresentationID) -> Verdict {
    let controller = state[id].controller
    guard let delegate = delegate(of: id, for: .shouldDismiss) else { return .allowed }
    let answer = askNoting(.shouldDismiss, of: controller) {
      $0.shouldDismiss(delegate, controller)
    } text: {
      String($0)
    }
    let allowed = answer ?? true
    if !isSilent { record(DelegateMethod.shouldDismiss.traceName, controller, "-> \(allowed)") }
    return allowed ? .allowed : .refusedByDelegate
  }

  /// Whether the user is walled off: by the modal flag, or by force.
  func isModal(_ id: PresentationID) -> Bool {
    let controller = state[id].controller
    guard state[controller].configuration.forced else {
      return isModalInPresentation(controller) || isDisabledByViews(controller)
    }
    noteQuestion(.forced, of: controller, answer: "true", site: state[controller].configuration.site)
    return true
  }

  /// `interactiveDismissDisabled` is the hosting controller's modal flag (R51).
  private func isDisabledByViews(_ controller: ControllerID) -> Bool {
    guard isInteractiveDismissDisabled(controller) else { return false }
    noteQuestion(.interactiveDismissDisabled, of: controller, answer: "true", site: nil)
    return true
  }

  /// Whether `isModalInPresentation` holds: a controller's own flag, and for system containers their visible child's
  /// (R24).
  public func isModalInPresentation(_ controller: ControllerID) -> Bool {
    if isUp(state[controller].configuration.isModalInPresentation, of: controller) { return true }
    switch state[controller].configuration.kind {
    case .navigation, .tabs:
      guard let child = state[controller].visibleChildren.first, state[child].parent == controller else { return false }
      return isModalInPresentation(child)
    case .viewController, .container, .alert, .actionSheet, .systemPrompt: return false
    }
  }

  private func isUp(_ flag: Flag, of controller: ControllerID) -> Bool {
    switch flag {
    case .constant(let value):
      noteQuestion(
        .modalFlag(.constant), of: controller, answer: String(value),
        site: value ? state[controller].configuration.site : nil)
      return value
    case .binding(let binding):
      let value = value(of: binding)
      noteQuestion(
        .modalFlag(.binding(name(of: binding))), of: controller, answer: String(value.isTrue), site: nil,
        inputs: [Explanation.Input(name: name(of: binding), value: value)])
      return value.isTrue
    case .query:
      let answer = askNoting(.modalFlag(.query), of: controller) {
        $0.isModalInPresentation(controller)
      } text: {
        String($0)
      }
      return answer ?? false
    }
  }

  /// Dismisses what the user was allowed to dismiss, other than by a pull (R17). It takes the place of a pull that holds a
  /// dismissal (C-30).
  func dismissByUser(_ id: PresentationID, _ reason: DismissalReason, choice: Dismissal.Choice? = nil) {
    // NB: whoever was asked may have acted.
    guard state[id].phase.canBeDismissed else { return }
    if profile.actOverPullAsks || !holdsInteractively(id) {
      state[id].phase = .pendingDismissal
      tellWillDismiss(id)
      // NB: the delegate may have dismissed it by code, which is another dismissal.
      guard state[id].phase == .pendingDismissal else { return }
    }
    begin(
      DismissalRequest(
        target: id, receiver: state[id].controller, reason: reason,
        result: choice.map { .string($0.label) } ?? .none, choice: choice))
  }

  func tellWillDismiss(_ id: PresentationID) {
    guard let delegate = delegate(of: id, for: .willDismiss) else { return }
    let controller = state[id].controller
    record(DelegateMethod.willDismiss.traceName, controller)
    notify(.delegate(.willDismiss, delegate, controller, nil))
  }
}
