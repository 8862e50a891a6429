/// What is suspicious about closing something.
extension WindowScene {
  // MARK: unsaved_lost

  /// The presentations of a dismissal that nobody asked, and whose policy would say no.
  func unsavedPresentations(_ request: DismissalRequest, _ going: [PresentationID]) -> [PresentationID] {
    let answered = attemptsBeingAnswered + proceeding
    return going.filter { id in
      let reason = id == request.target ? request.reason : .ancestor
      let controller = state[id].controller
      guard !reason.isByUser, reason != .request, reason != .refused, !isAlert(id), !answered.contains(id),
        !state[controller].configuration.forced, state[id].phase != .pendingDismissal
      else { return false }
      // What answers an attempt on something beneath goes with it for that reason.
      guard silently({ verdict(on: id) }) != .allowed else { return false }
      return !actors(of: request).contains(id) || silently { refusesForNow(id) }
    }
  }

  /// The presentations whose own content closes something: directly, or by the binding of its modifier.
  private func actors(of request: DismissalRequest) -> [PresentationID] {
    guard request.reason == .binding, let modifier = state[request.target].modifier else { return acting }
    return state[state.base(of: state[modifier].modifier.source.binding)].writtenIn
  }

  /// Whether a policy says no because of how things stand, as unsaved changes make it do. A flag that is always up says
  /// nothing of them: a button of the sheet's own that closes it is an ordinary way out.
  private func refusesForNow(_ id: PresentationID) -> Bool {
    let controller = state[id].controller
    return isUpForNow(controller) || isDisabledForNow(controller)
      || delegate(of: id, for: .shouldDismiss).flatMap { delegate in ask { $0.shouldDismiss(delegate, controller) } }
        == false
  }

  private func isUpForNow(_ controller: ControllerID) -> Bool {
    let configuration = state[controller].configuration
    if case .constant = configuration.isModalInPresentation {
      guard [.navigation, .tabs].contains(configuration.kind), let child = state[controller].visibleChildren.first,
        state[child].parent == controller
      else { return false }
      return isUpForNow(child)
    }
    return isModalInPresentation(controller)
  }

  private func isDisabledForNow(_ controller: ControllerID) -> Bool {
    guard isInteractiveDismissDisabled(controller) else { return false }
    return !state.visibleTree(of: controller).contains { inner in
      state[inner].host.map { host in
        state.hosts[host].views.contains { $0.modifiers.interactiveDismissDisabled.contains(.constant(true)) }
      } ?? false
    }
  }

  func warnAboutUnsaved(_ lost: [PresentationID], _ request: DismissalRequest) {
    // What a modifier closes is closed by who wrote its binding.
    let modifier = [.binding, .replaced].contains(request.reason) ? state[request.target].modifier : nil
    let site = modifier.flatMap { state[state.base(of: state[$0].modifier.source.binding)].writtenAt }
    for id in lost {
      let controller = state[id].controller
      warn(
        .unsavedLost, controller,
        "it was closed (\(state[id].reason.rawValue)), not by the user, while its policy would have refused. Code asks "
          + "no policy. Use request_dismiss, or save before you close it.", site: site)
    }
  }

  /// The presentations whose attempt somebody answers at this moment: in the handler itself, in what an alert brings
  /// that the handler presented, or wherever the responder says so.
  var attemptsBeingAnswered: [PresentationID] {
    var result: [PresentationID] = []
    for callback in running {
      switch callback {
      case .delegate(.didAttemptToDismiss, _, _, let attempt?): result.append(presentation(of: attempt))
      case .action(let controller, _, _), .closed(let controller, _):
        result +=
          state.presentations.lastNumber { $0.controller == controller }.map { state.presentations[$0].answers } ?? []
      case .ended(let ended): for id in ended { result += state[id].answers }
      default: continue
      }
    }
    if let attempt = responder?.currentAttempt { result.append(presentation(of: attempt)) }
    return result
  }

  private func presentation(of attempt: AttemptID) -> PresentationID { state.attempts[attempt.rawValue].presentation }

  // MARK: teardown_before_closed

  /// Remembers that a callback which comes before a pull is decided tears something down.
  func rememberTeardown() {
    for callback in running {
      let controller: ControllerID
      switch callback {
      case .delegate(.willDismiss, _, let told, _), .lifecycle(.viewWillDisappear, let told): controller = told
      default: continue
      }
      guard let id = state.presentation(around: controller), state[id].phase == .pendingDismissal,
        state.gesture?.target == id, !state[id].hasTornDown
      else { continue }
      state[id].hasTornDown = true
      state[id].teardown = responder?.currentSite
    }
  }

  /// Dismissing something from such a callback tears down too.
  func noteTeardown(in going: [PresentationID]) {
    let holding = state.gesture?.target
    guard let holding, !going.contains(holding) else { return }
    rememberTeardown()
  }

  /// A pull sprang back after something was torn down for it.
  func warnAboutTeardown(_ id: PresentationID) {
    guard state[id].hasTornDown else { return }
    let site = state[id].teardown
    state[id].hasTornDown = false
    state[id].teardown = nil
    warn(
      .teardownBeforeClosed, state[id].controller,
      "a callback that comes while the finger is down changed something, and the sheet stayed. will_dismiss and "
        + "view_will_disappear come before a pull is decided. Clean up in on_closed or did_dismiss.", site: site)
  }
}
