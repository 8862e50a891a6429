extension WindowScene {
  /// The first half of a presentation, one turn after the call (R1.2, R2.2, C-16).
  func beginPresentation(_ id: PresentationID) {
    guard state[id].phase == .linked, let presenter = state[id].presenter else { return }
    let controller = state[id].controller
    let coversPresenter = removesPresentersView(id)
    state[id].phase = .presenting
    schedule(.finishPresentation(id), after: state[id].animated ? duration(of: id) : 0)
    loadView(controller)
    record("will_present", controller, "(none)")
    if let delegate = delegate(of: id, for: .willPresent) {
      notify(.delegate(.willPresent, delegate, controller, nil))
    }
    record("presentation_transition_will_begin", controller)
    if coversPresenter { willDisappear(presenter) }
    willAppear(controller)
    isAppearing(controller)
    // Without animation a full screen comes within one turn, a sheet takes another (R3).
    if coversPresenter && !state[id].animated { finishPresentation(id) }
  }

  /// The second half (R1.3, R2.3).
  func finishPresentation(_ id: PresentationID) {
    guard state[id].phase == .presenting, let presenter = state[id].presenter else { return }
    let controller = state[id].controller
    state.clock.cancel(.finishPresentation(id))
    state[id].phase = .presented
    record("presentation_transition_did_end", controller, "true")
    didAppear(controller)
    state[controller].isBeingPresented = false
    if removesPresentersView(id) { didDisappear(presenter) }
    record("presented", controller)
    complete(state[id].completion, verb: "present", controller)
  }

  /// How long an animated transition of a presentation takes, in milliseconds.
  func duration(of id: PresentationID) -> Int {
    isAlert(id) ? profile.alertDuration : profile.transitionDuration
  }

  func isAlert(_ id: PresentationID) -> Bool { state[state[id].controller].configuration.kind.isAlert }

  func removesPresentersView(_ id: PresentationID) -> Bool {
    state[id].style.removesPresentersView && !isAlert(id)
  }
}
