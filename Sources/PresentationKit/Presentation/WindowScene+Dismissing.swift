extension WindowScene {
  /// `dismiss(animated:completion:)`: dismisses what the receiver presents and everything above, or, where it presents
  /// nothing, is forwarded to who presents the receiver (R25 to R29). No policy is asked and no delegate told.
  ///
  /// NB: what is going out already does not count as presented, so a second call reaches one level further down, with
  /// the warning `dismiss_forwarded` (R29, C-9).
  ///
  /// - Parameter completion: runs after `viewDidDisappear`; never, if the request is refused.
  /// - Returns: why nothing was dismissed (R30, R32), or nil.
  @discardableResult
  public func dismiss(
    _ receiver: ControllerID, animated: Bool = true, completion: CompletionID? = nil
  ) -> Refusal? {
    act("dismiss", receiver, by: .script) { dismissClimbing(receiver, animated, completion) }
  }

  private func dismissClimbing(
    _ receiver: ControllerID, _ animated: Bool, _ completion: CompletionID?
  ) -> Refusal? {
    var current = receiver
    var leaving: PresentationID?
    while true {
      if let presented = state.presented(from: current) {
        guard state[presented].phase == .dismissing else {
          if let leaving { warnForwarded(receiver, past: leaving, to: presented) }
          return begin(
            DismissalRequest(
              target: presented, receiver: receiver, reason: .script, animated: animated, completion: completion))
        }
        // Without animation it has not begun in the turn of the call, and is presented still (R31).
        if state.isWaitingToBegin(presented) { return refuse(dismissInTransition(receiver, presented)) }
        leaving = leaving ?? presented
      }
      guard let own = state.presentation(around: current), let presenter = state[own].presenter else { break }
      current = presenter
    }
    return refuse(leaving.map { dismissInTransition(receiver, $0) } ?? nothingToDismiss(receiver))
  }

  /// Dismisses a presented controller and all above it, whoever presents what. Ours, not UIKit's: it is never
  /// forwarded. For a child it is the presented container that goes.
  ///
  /// - Returns: why nothing was dismissed, or nil.
  @discardableResult
  public func close(
    _ controller: ControllerID, reason: DismissalReason = .script, result: Value = .none, animated: Bool = true,
    completion: CompletionID? = nil
  ) -> Refusal? {
    act("close", controller, by: .script) {
      guard let target = target(around: controller) else { return refuse(nothingToDismiss(controller)) }
      guard state[target].phase != .dismissing else { return refuse(dismissInTransition(controller, target)) }
      return begin(
        DismissalRequest(
          target: target, receiver: controller, reason: reason, result: result, animated: animated,
          completion: completion))
    }
  }

  /// Dismisses everything that is presented, as `root`'s own `dismiss` would, and what children of the root present in
  /// their contexts.
  @discardableResult
  public func dismissAll(animated: Bool = true, completion: CompletionID? = nil) -> Refusal? {
    let targets = lowest
    if targets.isEmpty { return refuse(nothingToDismiss(root)) }
    return targets.reversed().reduce(nil) { refusal, target in
      let next = close(
        state[target].controller, animated: animated, completion: target == targets.first ? completion : nil)
      return refusal ?? next
    }
  }

  /// What stands on no other presentation, lowest first: several where the root's children present in their contexts.
  /// What is going out already counts only where all is.
  private var lowest: [PresentationID] {
    let all = state.chain.filter { state[$0].base == nil }
    let staying = all.filter { state[$0].phase != .dismissing }
    return staying.isEmpty ? all : staying
  }

  /// Asks the policy the way a user would, from the top down to a controller, stopping at the first no; only if all
  /// agree do they go. Ours, not UIKit's: no `willDismiss` and no `didDismiss` follow.
  public func requestDismiss(_ controller: ControllerID, result: Value = .none) -> RequestOutcome {
    act("request_dismiss", controller, by: .script) {
      guard let target = target(around: controller) else {
        return .refused(refuse(nothingToDismiss(controller)))
      }
      return request([target], receiver: controller, result: result)
    }
  }

  /// The presentation a controller is in, if code can end it: a system prompt is only for the user to answer.
  private func target(around controller: ControllerID) -> PresentationID? {
    state[controller].configuration.kind == .systemPrompt ? nil : state.presentation(around: controller)
  }

  /// Asks all that is presented.
  public func requestDismissAll() -> RequestOutcome {
    act("request_dismiss_all", nil, by: .script) {
      let targets = lowest
      guard let first = targets.first else { return .refused(refuse(nothingToDismiss(root))) }
      return request(targets, receiver: state[first].controller, result: .none)
    }
  }

  private func request(_ targets: [PresentationID], receiver: ControllerID, result: Value) -> RequestOutcome {
    let asked = Set(targets.flatMap { state.fromTop(downTo: $0) })
    for id in state.chain.reversed()
    where asked.contains(id) && (state[id].phase != .dismissing || targets.contains(id)) {
      guard state[id].phase.canBeDismissed else { return .refused(refuse(dismissInTransition(receiver, id))) }
      guard verdict(on: id) == .allowed else {
        refuseAct(on: id, trigger: .request)
        return .declined(by: state[id].controller)
      }
    }
    for target in targets.reversed() {
      let wanted = DismissalRequest(target: target, receiver: receiver, reason: .request, result: result)
      if let refusal = begin(wanted) { return .refused(refusal) }
    }
    return .accepted
  }

  private func warnForwarded(_ receiver: ControllerID, past leaving: PresentationID, to target: PresentationID) {
    let (gone, next) = (name(of: state[leaving].controller), name(of: state[target].controller))
    warn(
      .dismissForwarded, state[target].controller,
      "it goes because dismiss was called on \(name(of: receiver)) while \(gone) was going out already. UIKit finds "
        + "nothing left to dismiss there and forwards to the presenter, which takes \(next). Wait for the completion, "
        + "or close what you mean by name.")
  }

  func nothingToDismiss(_ receiver: ControllerID) -> Refusal {
    Refusal(
      code: .nothingToDismiss, controller: receiver,
      message: "neither <\(name(of: receiver))> nor an ancestor of it presents or is presented.",
      hint: "Nothing happens and no completion runs.")
  }

  func dismissInTransition(_ receiver: ControllerID, _ moving: PresentationID) -> Refusal {
    let mover = state[moving].controller
    return Refusal(
      code: .dismissInTransition, controller: receiver,
      message: "Trying to dismiss the presentation controller while transitioning already. (<\(name(of: mover))>)",
      inTheWay: mover, hint: "\(name(of: mover)) is in a transition; wait for its completion.")
  }
}
