/// Questions of the system: a window above everything, which takes all touches until it is answered.
extension WindowScene {
  /// The system prompts on screen, oldest first; the last one is in front.
  public var systemPrompts: [ControllerID] { state.prompts.map { state[$0].controller } }

  /// Shows a system prompt, as asking for a permission does. The system asks once: for one that was answered before the
  /// answer is given again, without asking, in the next turn, with the warning `prompt_already_answered`.
  func showPrompt(_ controller: ControllerID, completion: CompletionID?) throws(PresentationException) {
    if let id = state[controller].presentation, state[id].phase.isLive {
      throw PresentationException(
        .alreadyPresented, "The system prompt <\(name(of: controller))> is on screen already.")
    }
    if let parent = state[controller].parent {
      throw PresentationException(
        .hasParent, "The system prompt <\(name(of: controller))> has a parent view controller <\(name(of: parent))>.")
    }
    if let gesture = state.gesture { cancelGesture(on: [gesture.target]) }
    let id = presentationController(of: controller)
    state[id].site = responder?.currentSite
    state[id].phase = .presented
    if promptAnswer(controller) != nil {
      warnAlreadyAnswered(controller)
      schedule(.answerPrompt(id), after: 0)
    } else {
      record("system_prompt", controller, "shown")
      note(.presented(name(of: controller), on: "the window"))
      state.prompts.append(id)
    }
    complete(completion, verb: "present", controller)
  }

  /// The user answers.
  func answerPrompt(_ id: PresentationID, _ choice: Dismissal.Choice) {
    let controller = state[id].controller
    state.promptAnswers[SceneState.wantedName(state[controller].configuration)] = choice.label
    record("system_prompt", controller, "answered \(quoted(choice.label))")
    endPrompt(id, choice)
  }

  /// The system gives the answer of before.
  func answerPromptAgain(_ id: PresentationID) {
    let controller = state[id].controller
    guard state[id].phase == .presented, let label = promptAnswer(controller) else { return }
    let button = ContentItem.touchable(in: state[controller].configuration.content).first { $0.tapLabel == label }
    var action: ActionID?
    if case .button(_, _, let own)? = button { action = own }
    endPrompt(id, Dismissal.Choice(controller: controller, label: label, action: action))
  }

  private func promptAnswer(_ controller: ControllerID) -> String? {
    state.promptAnswers[SceneState.wantedName(state[controller].configuration)]
  }

  private func endPrompt(_ id: PresentationID, _ choice: Dismissal.Choice) {
    let controller = state[id].controller
    state.prompts.removeAll { $0 == id }
    state[id].phase = .ended
    state[id].reason = .action
    state[id].result = .string(choice.label)
    state[controller].presentation = nil
    record("on_closed", controller, "(action)")
    noteClosed(id)
    notify(.closed(controller, Outcome(reason: .action, result: .string(choice.label))))
    perform(choice)
    notify(.ended([id]))
  }

  private func warnAlreadyAnswered(_ controller: ControllerID) {
    warn(
      .promptAlreadyAnswered, controller,
      "it was answered before, and the system asks only once: it gives the same answer again without showing anything. "
        + "Look at the answer first, and send the user to the settings if it was no.")
  }
}
