extension WindowScene {
  /// `present(_:animated:completion:)`. The request climbs to the outermost container (R9); the controllers are linked
  /// at once and the transition begins in the next turn (R1 to R3).
  ///
  /// - Parameters:
  ///   - controller: what to present.
  ///   - receiver: who is asked to present it.
  ///   - animated: nil takes the controller's own setting.
  ///   - completion: runs after `viewDidAppear`; never, if the request is refused.
  /// - Returns: what UIKit would log and ignore (R4 to R6), or nil.
  /// - Throws: `PresentationException` for what UIKit raises (R8, C-25, C-33).
  @discardableResult
  public func present(
    _ controller: ControllerID, from receiver: ControllerID, animated: Bool? = nil, completion: CompletionID? = nil
  ) throws(PresentationException) -> Refusal? {
    try act("present", controller, by: .script) { () throws(PresentationException) in
      if state[controller].configuration.kind == .systemPrompt {
        try showPrompt(controller, completion: completion)
        return nil
      }
      let presenter = presenter(of: controller, from: receiver)
      try checkPresentable(controller, on: presenter)
      warnAboutReceiver(receiver)
      if let refusal = refusal(of: controller, on: presenter, from: receiver) {
        refuse(refusal)
        warnIfLost(controller, completion, refusal)
        return refusal
      }
      warnAboutInnerDelegates(of: controller)
      link(controller, to: presenter, animated: animated, completion: completion)
      return nil
    }
  }

  /// Who presents a controller when a receiver is asked (R9).
  func presenter(of controller: ControllerID, from receiver: ControllerID) -> ControllerID {
    let configuration = state[controller].configuration
    guard !configuration.kind.isAlert else { return state.outermost(receiver) }
    let style = state[controller].presentation.map { state[$0].style } ?? configuration.style
    return state.presenter(of: style, from: receiver)
  }

  /// The presentation controller of a controller's current cycle; made from the current style if there is none yet
  /// (R10).
  public func presentationController(of controller: ControllerID) -> PresentationID {
    if let id = state[controller].presentation { return id }
    let configuration = state[controller].configuration
    let delegate: DelegateReference? =
      configuration.delegate.map { .object($0) } ?? (configuration.hasInlineDelegate ? .inline(controller) : nil)
    let id = PresentationID(rawValue: state.presentations.made)
    state.presentations.append(
      PresentationRecord(
        controller: controller, style: configuration.style.resolved, delegate: delegate,
        delegateSite: configuration.site))
    state[controller].presentation = id
    return id
  }

  /// The live presentations, lowest first: `stack`, as presentations.
  public var presentations: [PresentationID] { state.chain }

  /// The presentation a controller is in now: its own, or its farthest ancestor's.
  public func livePresentation(around controller: ControllerID) -> PresentationID? {
    state.presentation(around: controller)
  }

  /// Whether a controller itself is presented at this moment: from the call until it has gone.
  package func isPresentedNow(_ controller: ControllerID) -> Bool {
    state[controller].presentation.map { state[$0].phase.isLive } ?? false
  }

  /// The controller a presentation presents.
  public func presentedController(of presentation: PresentationID) -> ControllerID { state[presentation].controller }

  /// The value that an alert came with which says itself what it presents; later changes do not show in it (R56).
  public func data(of controller: ControllerID) -> Value {
    lastPresentation(of: controller).map { state[$0].data } ?? .none
  }

  /// Where a presentation stands.
  public func phase(of presentation: PresentationID) -> PresentationPhase { state[presentation].phase }

  /// Why a presentation ended, and what it brought back; nil before.
  public func outcome(of presentation: PresentationID) -> Outcome? {
    let record = state[presentation]
    return record.phase == .ended ? Outcome(reason: record.reason, result: record.result) : nil
  }

  func link(
    _ controller: ControllerID, to presenter: ControllerID, animated: Bool?, completion: CompletionID?,
    modifier: PresenterID? = nil
  ) {
    // A finger on the presenter loses its hold (C-20).
    if let around = state.presentation(around: presenter) { cancelGesture(on: [around]) }
    // Its view leaves where it lay; callbacks wait until the controllers are linked.
    clearSuperview(controller)
    let id = presentationController(of: controller)
    state[id].base = state.presentation(around: presenter)
    state[id].isInContext = state.enclosing(presenter) != nil
    state.stack(id, on: presenter)
    if let held = state.gesture?.target, state.above(held).contains(id) { cancelGesture(on: [held]) }
    state[id].presenter = presenter
    state[id].modifier = modifier
    if let modifier { state[modifier].presentation = id }
    watchTree(of: controller)
    state[id].phase = .linked
    state[id].animated = animated ?? state[controller].configuration.animated
    state[id].completion = completion
    state[id].site = responder?.currentSite ?? modifier.flatMap { state[$0].modifier.site }
    state[id].data = state[controller].configuration.presenting.map { value(of: $0) } ?? .none
    state[presenter].presented = id
    state[controller].isBeingPresented = true
    state[id].answers = attemptsBeingAnswered
    record("presenting", controller, "on \(name(of: presenter))")
    note(.presented(name(of: controller), on: name(of: presenter)))
    warnAboutPresentation(id)
    schedule(.beginPresentation(id), after: 0)
    disappear(controller)
  }
}
