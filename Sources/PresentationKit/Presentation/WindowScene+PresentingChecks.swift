/// What stands against a presentation, and what is suspicious about it.
extension WindowScene {
  func checkPresentable(_ controller: ControllerID, on presenter: ControllerID) throws(PresentationException) {
    let name = name(of: controller)
    let tried = "Application tried to present modally a view controller <\(name)>"
    if let id = state[controller].presentation, state[id].phase.isLive, let by = state[id].presenter {
      throw PresentationException(
        .alreadyPresented, "\(tried) that is already being presented by <\(self.name(of: by))>.")
    }
    if controller == presenter {
      throw PresentationException(
        .onItself,
        "Application tried to present modal view controller on itself. Presenting controller is <\(name)>.")
    }
    if let parent = state[controller].parent {
      throw PresentationException(
        .hasParent, "\(tried) that has a parent view controller <\(self.name(of: parent))>.")
    }
    if controller == root {
      throw PresentationException(.isRoot, "\(tried) that is the root view controller of the window.")
    }
    if let data = state[controller].configuration.presenting, value(of: data) == .none {
      throw PresentationException(
        .noData,
        "<\(name)> presents the value of \(self.name(of: data)), which holds none. Present it when that holds "
          + "one, or by a modifier, which waits for it.")
    }
    let style = state[controller].presentation.map { state[$0].style } ?? state[controller].configuration.style
    // NB: only what points at nothing is asked about.
    do throws(PresentationException) {
      try checkAnchor(of: controller, style, on: presenter)
    } catch {
      if device.width == .regular || staysPopover(controller, style) { throw error }
    }
  }

  /// Whether a delegate keeps a popover one in compact width (S32).
  private func staysPopover(_ controller: ControllerID, _ style: ModalPresentationStyle) -> Bool {
    let configuration = state[controller].configuration
    guard style == .popover, !configuration.kind.isAlert,
      state[controller].presentation != nil || configuration.delegate != nil || configuration.hasInlineDelegate
    else { return false }
    let id = presentationController(of: controller)
    return silently { isAnswered(.adaptivePresentationStyle, of: id) && adaptedStyle(for: id) == nil }
  }

  /// A popover and an action sheet point at something in their presenter (R8).
  func checkAnchor(
    of controller: ControllerID, _ style: ModalPresentationStyle, on presenter: ControllerID
  ) throws(PresentationException) {
    let (name, configuration) = (name(of: controller), state[controller].configuration)
    guard configuration.kind == .actionSheet || (style == .popover && !configuration.kind.isAlert) else { return }
    var why = ""
    if let anchor = configuration.anchor {
      if holds(presenter, anchor) { return }
      why = " Nothing in <\(self.name(of: presenter))> is named \(quoted(anchor))."
    }
    guard configuration.kind == .actionSheet else {
      throw PresentationException(
        .missingAnchor, name: "NSGenericException",
        "UIPopoverPresentationController (<\(name)>) should have a non-nil sourceView or barButtonItem set before the "
          + "presentation occurs.\(why)")
    }
    throw PresentationException(
      .missingAnchor, name: "NSGenericException",
      "Your application has presented a UIAlertController (<\(name)>) of style UIAlertControllerStyleActionSheet. "
        + "You must provide location information for this popover through the alert controller's "
        + "popoverPresentationController.\(why)")
  }

  /// Whether a controller, a view of it, or anything in those has a name. What is covered is there all the same.
  private func holds(_ outer: ControllerID, _ name: String) -> Bool {
    self.name(of: outer) == name || ContentItem.shows(name, in: state[outer].configuration.content)
      || (state[outer].children + state[outer].subviews).contains { holds($0, name) }
  }

  /// Why UIKit would refuse, by the presenter's own presentation and by what it presents (R4 to R6, C-18).
  func refusal(of controller: ControllerID, on presenter: ControllerID, from receiver: ControllerID) -> Refusal? {
    let attempt =
      "Attempt to present <\(name(of: controller))> on <\(name(of: presenter))> (from <\(name(of: receiver))>)"
    if let child = state[presenter].presented {
      return isInTransition(child)
        ? inProgress(controller, attempt, child) : alreadyPresenting(controller, attempt, child)
    }
    guard state.isInWindow(presenter), state[presenter].configuration.kind != .systemPrompt else {
      return Refusal(
        code: .notInWindow, controller: controller,
        message: "\(attempt) whose view is not in the window hierarchy.", inTheWay: presenter,
        hint: "\(name(of: presenter)) is not on screen; present once its view_did_appear came, or on another.")
    }
    guard let own = state.presentation(around: presenter) else { return nil }
    // What goes out takes no more, even where its transition has yet to begin.
    if choosing.contains(own) {
      var refusal = inProgress(controller, attempt, own)
      refusal.hint =
        "\(name(of: presenter)) goes when its button's action has run; present from on_closed, or by a binding (C-14)."
      return refusal
    }
    return state[own].phase == .dismissing || isInTransition(own) ? inProgress(controller, attempt, own) : nil
  }

  func warnAboutReceiver(_ receiver: ControllerID, site: SourceSite? = nil) {
    var ancestor = state[receiver].parent
    while let current = ancestor {
      if state[current].configuration.overridesPresent {
        warn(
          .guardianNotReached, current,
          "its present is not called: \(name(of: receiver)) was asked, and UIKit climbs from there to the outermost "
            + "container without asking those between. Ask \(name(of: current)) itself, or put it inside.", site: site)
      }
      ancestor = state[current].parent
    }
    guard state[receiver].parent == nil, let holder = state[receiver].superview,
      state[holder].substitute != receiver
    else { return }
    warn(
      .detachedPresenter, receiver,
      "Presenting view controllers on detached view controllers is discouraged <\(name(of: receiver))>. Its view was "
        + "added without add_child; make it a child first.", site: site)
  }

  /// Delegates inside a presented container are never asked (R23, S11).
  func warnAboutInnerDelegates(of controller: ControllerID) {
    for inner in state.visibleTree(of: controller).dropFirst() {
      let configuration = state[inner].configuration
      let assigned = state[inner].presentation.flatMap { state[$0].delegate } != nil
      guard assigned || configuration.hasInlineDelegate || configuration.delegate != nil else { continue }
      warnAboutInnerDelegate(inner, outer: controller)
    }
  }

  func warnAboutInnerDelegate(_ inner: ControllerID, outer: ControllerID) {
    warn(
      .delegateOnInnerController, inner,
      "its delegate hears nothing: \(name(of: outer)) is what is presented, and UIKit asks only the delegate of the "
        + "presented controller. Set it on \(name(of: outer)).",
      site: state[inner].presentation.map { state[$0].delegateSite } ?? state[inner].configuration.site)
  }

  /// Whether UIKit has begun to move a presentation, in or out.
  private func isInTransition(_ id: PresentationID) -> Bool {
    switch state[id].phase {
    case .presenting, .pendingDismissal, .cancelling: true
    case .dismissing: state[id].dismissalBegun || !state.isWaitingToBegin(id)
    case .unused, .linked, .presented, .ended: false
    }
  }

  private func inProgress(_ controller: ControllerID, _ attempt: String, _ moving: PresentationID) -> Refusal {
    let mover = state[moving].controller
    return Refusal(
      code: .transitionInProgress, controller: controller,
      message: "\(attempt) while a presentation is in progress.", inTheWay: mover,
      hint: "\(name(of: mover)) is in a transition; wait for its completion.")
  }

  private func alreadyPresenting(_ controller: ControllerID, _ attempt: String, _ child: PresentationID) -> Refusal {
    let other = state[child].controller
    return Refusal(
      code: .alreadyPresenting, controller: controller,
      message: "\(attempt) which is already presenting <\(name(of: other))>.", inTheWay: other,
      hint: "\(name(of: other)) is in the way; present on \(name(of: state.top)), or dismiss it first.")
  }
}

extension SceneState {
  /// Whether a dismissal that is not animated has yet to begin (R31).
  func isWaitingToBegin(_ id: PresentationID) -> Bool {
    dismissals.contains { $0.members.contains(id) && !$0.hasBegun }
  }
}
