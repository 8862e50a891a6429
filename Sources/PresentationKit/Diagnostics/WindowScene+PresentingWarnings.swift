/// What is suspicious about presenting something.
extension WindowScene {
  /// A presentation that came a moment too early, and whose completion somebody counts on.
  func warnIfLost(_ controller: ControllerID, _ completion: CompletionID?, _ refusal: Refusal) {
    guard completion != nil, refusal.code == .transitionInProgress else { return }
    warn(
      .presentationLost, controller,
      "it came a moment too early and is lost: UIKit does not try again, and its completion will never run. "
        + "\(refusal.hint)")
  }

  func warnAboutPresentation(_ id: PresentationID) {
    warnIfInBackground(id)
    warnIfStackedTwice(id)
    warnIfUnreachable(id)
    countReopening(id)
  }

  private func warnIfInBackground(_ id: PresentationID) {
    guard state.isInBackground, state[id].animated else { return }
    warn(
      .animatedInBackground, state[id].controller,
      "it is presented with an animation while the app is in the background. Nobody sees it, and UIKit may drop the "
        + "animation half done. Present when the app is back, or without animation.")
  }

  /// The same sheet twice on one stack: usually a button that was tapped twice.
  private func warnIfStackedTwice(_ id: PresentationID) {
    let controller = state[id].controller
    let configuration = state[controller].configuration
    guard !configuration.kind.isAlert, let wanted = configuration.name else { return }
    let twin = state.chain.first { other in
      other != id && state[state[other].controller].configuration.name == wanted && state[other].phase != .dismissing
    }
    guard let twin, !areNamedByKind(id, twin) else { return }
    warn(
      .sameSheetStacked, controller,
      "\(name(of: state[twin].controller)) is on the stack already. Two of them stand on one another now, and the user "
        + "has to close both. Look at scene.stack before you present it again.")
  }

  /// Whether two modifiers present them, and what they show has no name but that of its kind.
  private func areNamedByKind(_ one: PresentationID, _ other: PresentationID) -> Bool {
    guard let first = state[one].modifier, let second = state[other].modifier, first != second else { return false }
    return state[state[one].controller].configuration.name == state[first].modifier.kind.rawValue
  }

  /// A `should_dismiss` that no user can bring to be asked.
  private func warnIfUnreachable(_ id: PresentationID) {
    let controller = state[id].controller
    let configuration = state[controller].configuration
    var unasked: [String] = []
    if !configuration.forced, isAnswered(.shouldDismiss, of: id), let why = whyUnreachable(id) {
      unasked.append("no gesture asks its should_dismiss as it stands, since \(why).")
    }
    // Only sheets and popovers adapt (R33).
    if configuration.kind.isAlert || !state[id].style.isAdaptive, isAnswered(.adaptivePresentationStyle, of: id) {
      let what = configuration.kind.isAlert ? "an alert" : state[id].style.rawValue
      unasked.append("nobody asks its adaptive_presentation_style, since \(what) does not adapt.")
    }
    guard !unasked.isEmpty else { return }
    warn(
      .policyUnreachable, controller, unasked.joined(separator: " And ") + " Leave one of the two out.",
      site: configuration.site ?? responder?.currentSite)
  }

  /// Whether somebody would answer a question, if it were asked.
  func isAnswered(_ method: DelegateMethod, of id: PresentationID) -> Bool {
    silently { delegate(of: id, for: method) } != nil
  }

  private func whyUnreachable(_ id: PresentationID) -> String? {
    let controller = state[id].controller
    if isAlert(id) { return isPopover(id) ? nil : "an alert goes by its buttons, which ask nobody" }
    if case .constant(true) = state[controller].configuration.isModalInPresentation {
      return "is_modal_in_presentation is true, and while it is UIKit asks nobody"
    }
    let style = state[id].style
    guard !style.isAdaptive else { return nil }
    return "\(style.rawValue) has no gesture, no outside and no Escape that a user could dismiss it with"
  }

  /// A sheet that comes back by itself each time it was closed.
  private func countReopening(_ id: PresentationID) {
    let controller = state[id].controller
    guard var reopening = state.reopening, let name = state[controller].configuration.name, reopening.name == name,
      reopening.userActs == state.userActs
    else { return }
    // Code that presents it anew in its own course has a reason of its own.
    guard isAnswer(id) else { return state.reopening = nil }
    reopening.count += 1
    state.reopening = reopening
    guard reopening.count >= 3 else { return }
    warn(
      .reopenLoop, controller,
      "it was closed and came back \(reopening.count) times, and the user did nothing in between. What presents it "
        + "answers to its own closing. Present it again only for a reason that is new.")
  }

  /// Whether what presents it answers a closing, or its modifier's binding was written by what does.
  private func isAnswer(_ id: PresentationID) -> Bool {
    guard let modifier = state[id].modifier else { return isEcho }
    return state[state.base(of: state[modifier].modifier.source.binding)].isEcho
  }

  /// Remembers what was closed, for the one after it.
  func noteClosed(_ id: PresentationID) {
    state[id].closings += 1
    let name = state[state[id].controller].configuration.name
    let isSame = state.reopening?.name == name && state.reopening?.userActs == state.userActs
    state.reopening = Reopening(
      name: name, userActs: state.userActs, count: isSame ? state.reopening?.count ?? 0 : 0)
  }

  /// Looks, when nothing more is due and no code may act, whether the user could get away from what is on top. The
  /// clock does so after each entry; an embedder whose code has come to its end may ask for it.
  public func lookAtRest() {
    guard state.clock.next == nil, state.gesture == nil, let id = state.shown.last, !state[id].wasLookedAtAtRest,
      state[id].phase == .presented, responder?.mayStillAct != true
    else { return }
    state[id].wasLookedAtAtRest = true
    let controller = state[id].controller
    guard isStuck(id) else { return }
    warn(
      .stuckCandidate, controller,
      "the user cannot dismiss it, nothing in it can be tapped, and nothing is due that would close it. Give it a "
        + "button, or close it when its work is done.", site: state[id].site)
  }

  private func isStuck(_ id: PresentationID) -> Bool {
    let controller = state[id].controller
    let configurations = state.visibleTree(of: controller).map { inner in
      var shown = state[inner].configuration
      shown.content = state[inner].shownContent
      return shown
    }
    let hasButton = configurations.contains { configuration in
      ContentItem.touchable(in: configuration.content).contains { $0.tapLabel != nil }
    }
    // Of what is not described nothing can be said.
    guard configurations.contains(where: { !$0.content.isEmpty }), !hasButton,
      !configurations.contains(where: { $0.performsEscape != .unhandled }), !configurations.contains(where: isTypedInto)
    else { return false }
    if isAlert(id) { return true }
    guard isSheet(id) || isPopover(id) else { return true }
    let configuration = state[controller].configuration
    if configuration.forced { return true }
    return configuration.isModalInPresentation == .constant(true) && !isHeard(id)
  }

  /// Whether somebody looks at what can be typed into a field, and so may close the sheet for it.
  private func isTypedInto(_ configuration: ControllerConfiguration) -> Bool {
    ContentItem.touchable(in: configuration.content).contains { item in
      guard case .textField(_, let binding?) = item else { return false }
      return isWatched(state.base(of: binding))
    }
  }

  private func isWatched(_ base: BindingID) -> Bool {
    let isObserved = state.bindings.indices.contains { index in
      state.bindings[index].observed != nil && state.base(of: BindingID(rawValue: index)) == base
    }
    return isObserved
      || state.hosts.contains { host in
        state[host.controller].configuration.hasContentQuery
          || host.views.contains { view in
            view.modifiers.changes.contains { state.base(of: $0.binding) == base }
              || view.modifiers.presentations.contains { state.base(of: $0.source.binding) == base }
          }
      }
  }

  /// Whether somebody would hear of an attempt, and could open a way out.
  func isHeard(_ id: PresentationID) -> Bool {
    silently { delegate(of: id, for: .didAttemptToDismiss) != nil }
  }
}
