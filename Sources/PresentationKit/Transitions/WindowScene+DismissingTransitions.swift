/// The one way out: every dismissal, whoever asked for it, goes through `begin(_:)` and `finishDismissal(_:)`.
extension WindowScene {
  /// Begins a dismissal of a presentation and all above it (R25, R27). What is going out already keeps its own
  /// dismissal.
  ///
  /// - Returns: why UIKit would not (R30), or nil.
  @discardableResult
  func begin(_ request: DismissalRequest) -> Refusal? {
    let going = state.fromTop(downTo: request.target).filter { state[$0].phase != .dismissing }
    for id in going where !state[id].phase.canBeDismissed {
      return refuse(dismissInTransition(request.receiver, id))
    }
    warnAboutWillDismiss(going)
    noteTeardown(in: going)
    cancelGesture(on: going, settling: false)
    let unsaved = unsavedPresentations(request, going)
    let dismissal = makeDismissal(request, going)
    for id in going {
      let reason = id == request.target ? request.reason : .ancestor
      state[id].phase = .dismissing
      state[id].reason = reason
      if state[id].modifier != nil { state[id].dismissedAt = responder?.currentSite }
      state[id].result = id == request.target ? request.result : .none
      state[id].settlingDetent = nil
      state.clock.cancel(.settleDetent(id))
      record("dismissing", state[id].controller, "(\(reason.rawValue))")
      note(.dismissed(name(of: state[id].controller), reason))
    }
    warnAboutUnsaved(unsaved, request)
    if request.animated { beginDismissal(dismissal) } else { schedule(.beginDismissal(dismissal), after: 0) }
    checkInvariants()
    return nil
  }

  /// The first half of a dismissal: in the call, or in the next turn if it is not animated (R31).
  func beginDismissal(_ id: DismissalID) {
    guard let index = state.dismissals.firstIndex(where: { $0.id == id && !$0.hasBegun }) else { return }
    state.dismissals[index].hasBegun = true
    let dismissal = state.dismissals[index]
    state.clock.cancel(.beginDismissal(id))
    schedule(.finishDismissal(id), after: dismissal.duration)
    for member in dismissal.members {
      let controller = state[member].controller
      state[controller].isBeingDismissed = true
      willDisappear(controller)
      if !state[member].dismissalBegun {
        state[member].dismissalBegun = true
        record("dismissal_transition_will_begin", controller)
      }
      state[member].hasTakenView = false
      guard removesPresentersView(member), let presenter = state[member].presenter, remains(presenter),
        state.canAppear(presenter)
      else { continue }
      willAppear(presenter)
      isAppearing(presenter)
    }
  }

  /// The second half: the end blocks, topmost first, then what follows the last of them. Whatever goes out above ends
  /// first, whenever it was due (C-24).
  func finishDismissal(_ id: DismissalID) {
    guard let lowest = state.dismissals.first(where: { $0.id == id })?.members.last else { return }
    while let above = state.fromTop(downTo: lowest).compactMap({ member in
      state.dismissals.first { $0.id != id && $0.members.contains(member) }
    }).first {
      finishDismissal(above.id)
    }
    beginDismissal(id)
    guard let index = state.dismissals.firstIndex(where: { $0.id == id }) else { return }
    let dismissal = state.dismissals.remove(at: index)
    state.clock.cancel(.finishDismissal(id))
    for member in dismissal.members { end(member) }
    restoreFocus()
    if let choice = dismissal.choice { perform(choice) }
    complete(dismissal.completion, verb: "dismiss", state[lowest].controller)
    notify(.ended(dismissal.members))
    scheduleViewUpdate()
  }

  /// The end block of one presentation.
  private func end(_ id: PresentationID) {
    let controller = state[id].controller
    record("dismissal_transition_did_end", controller, "true")
    let presenter = unlink(id)
    if removesPresentersView(id), let presenter { didAppear(presenter) }
    didDisappear(controller)
    removeSubstitute(of: controller)
    state[controller].isBeingDismissed = false
    let outcome = Outcome(reason: state[id].reason, result: state[id].result)
    let reason = "(\(outcome.reason.rawValue))"
    record("dismissed", controller, reason)
    if outcome.reason.isToldToDelegate, let delegate = delegate(of: id, for: .didDismiss) {
      record(DelegateMethod.didDismiss.traceName, controller)
      notify(.delegate(.didDismiss, delegate, controller, nil))
    }
    endModifier(of: id)
    record("on_closed", controller, reason)
    noteClosed(id)
    notify(.closed(controller, outcome))
  }

  private func unlink(_ id: PresentationID) -> ControllerID? {
    let presenter = state[id].presenter
    if let presenter { state[presenter].presented = nil }
    state[state[id].controller].presentation = nil
    state[state[id].controller].focusedField = nil
    state[id].phase = .ended
    state.chain.removeAll { $0 == id }
    return presenter
  }

  /// Dismisses what was presented in the context of a controller that has left its container; where something of it
  /// still moves, when that has come to rest.
  func dismissOrphans() {
    for id in state.chain where state.isOrphan(id) {
      let going = state.fromTop(downTo: id).filter { state[$0].phase != .dismissing }
      guard !going.isEmpty, going.allSatisfy({ state[$0].phase.canBeDismissed }) else { continue }
      begin(
        DismissalRequest(
          target: id, receiver: state[id].controller, reason: .presenterRemoved, animated: false))
    }
  }

  func perform(_ choice: Dismissal.Choice) {
    record("action", choice.controller, quoted(choice.label))
    note(.action(name(of: choice.controller), choice.label))
    if let action = choice.action { notify(.action(choice.controller, action, label: choice.label)) }
  }

  private func makeDismissal(_ request: DismissalRequest, _ going: [PresentationID]) -> DismissalID {
    let id = DismissalID(rawValue: state.dismissalCount)
    state.dismissalCount += 1
    // Only the topmost is animated, in its own way (R27); a finger's pull has only to settle.
    let animated = request.reason == .swipe ? profile.settleDuration : going.first.map { duration(of: $0) } ?? 0
    state.dismissals.append(
      Dismissal(
        id: id, members: going, duration: request.animated ? animated : 0, completion: request.completion,
        choice: request.choice))
    return id
  }

  /// Whether a controller stays when what is going out has gone.
  private func remains(_ controller: ControllerID) -> Bool {
    state.presentation(around: controller).map { state[$0].phase != .dismissing } ?? true
  }

  private func warnAboutWillDismiss(_ going: [PresentationID]) {
    for callback in running {
      guard case .delegate(.willDismiss, _, let controller, _) = callback,
        going.contains(where: { state[$0].controller == controller })
      else { continue }
      warn(
        .dismissInWillDismiss, controller,
        "it is dismissed by code while will_dismiss says that the user dismisses it. UIKit takes that for another "
          + "dismissal, so did_dismiss will not come. Leave it to the user, or refuse in should_dismiss.")
    }
  }
}
