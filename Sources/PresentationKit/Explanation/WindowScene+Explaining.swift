/// Keeping the account of the last act.
extension WindowScene {
  /// Who acts.
  enum Actor { case user, script, world }

  /// Why the last act of a user or of code had its end; nil before the first.
  public var explanation: Explanation? { state.explanation }

  private var account: Aside<Explanation.Account>.Box? { state.box.value.explanation?.$account }

  /// Changes the account of the last act, if there is one.
  func amend(_ change: (inout Explanation.Account) -> Void) {
    state.change { $0.explanation?.amend(change) }
  }

  /// Does something that is explained as one act. What callbacks do, then or later, is part of what followed.
  func act<E: Error, T>(
    _ name: String, _ target: ControllerID?, by actor: Actor, continuing: Bool = false, _ body: () throws(E) -> T
  ) throws(E) -> T {
    if actor == .user { runDueUpdate() }
    if isQuiet {
      if actDepth == 0, actor == .user { state.userActs += 1 }
    } else if actDepth == 0, actor != .script || isOwnAct {
      if continuing, let account, let gesture = account.value.gesture, gesture == state.gesture?.target {
        if account.value.acts.last != name { amend { $0.acts.append(name) } }
      } else {
        state.explanation = Explanation(
          acts: [name], subject: target.map { self.name(of: $0) }, site: responder?.currentSite)
      }
      if actor == .user { state.userActs += 1 }
    }
    actDepth += 1
    defer {
      actDepth -= 1
      checkInvariants()
    }
    return try body()
  }

  /// Whether code that acts now does so of its own accord: not from a callback, unless it is a timer's.
  private var isOwnAct: Bool {
    if case .timer = running.last { return true }
    return running.isEmpty || state.explanation == nil
  }

  /// Adds to what followed from the last act.
  func note(_ consequence: @autoclosure () -> Explanation.Consequence) {
    if isQuiet { return }
    // NB: what never comes to rest is reported elsewhere; the account of it need not grow without end.
    guard !isSilent, let account, account.value.consequences.count < 100 else { return }
    // NB: made before the state is touched, since it reads names there.
    let consequence = consequence()
    amend { $0.consequences.append(consequence) }
  }

  /// Adds a question to the account of the last act.
  func noteQuestion(
    _ kind: Explanation.Question.Kind, of controller: ControllerID, answer: String, site: SourceSite?,
    inputs: [Explanation.Input] = []
  ) {
    guard !isSilent, !isQuiet, let account, account.value.questions.count < 100 else { return }
    let question = Explanation.Question(
      kind: kind, controller: name(of: controller), answer: answer, site: site, inputs: inputs)
    // The flag is read twice for one pull (C-19), which is worth saying only where it changed.
    guard !account.value.questions.contains(question) else { return }
    amend { $0.questions.append(question) }
  }

  /// Asks a question and adds it, with where it was answered and which bindings were read, to the account.
  func askNoting<Answer>(
    _ kind: Explanation.Question.Kind, of controller: ControllerID, _ question: (any SceneResponder) -> Answer,
    text: (Answer) -> String
  ) -> Answer? {
    if isQuiet { return ask(question) }
    let outer = bindingsRead
    bindingsRead = []
    defer { bindingsRead = outer }
    guard let answer = ask(question) else { return nil }
    noteQuestion(
      kind, of: controller, answer: text(answer), site: responder?.lastAnswerSite, inputs: bindingsRead)
    return answer
  }

  /// Does something of which neither the trace nor the account may show anything.
  func silently<T>(_ body: () -> T) -> T {
    let wasSilent = isSilent
    isSilent = true
    defer { isSilent = wasSilent }
    return body()
  }
}
