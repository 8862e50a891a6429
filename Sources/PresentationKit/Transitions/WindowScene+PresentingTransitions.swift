extension WindowScene {
  /// The first half of a presentation, one turn after the call (R1.2, R2.2, C-16).
  func beginPresentation(_ id: PresentationID) {
    guard state[id].phase == .linked, let presenter = state[id].presenter else { return }
    let controller = state[id].controller
    state[id].phase = .presenting
    schedule(.finishPresentation(id), after: state[id].animated ? duration(of: id) : 0)
    loadView(controller)
    state[id].compactAdaptation = compactAdaptation(of: controller)
    state[id].adaptedStyle = adaptedStyle(for: id)
    reportMissingAnchor(of: id, on: presenter)
    prepareAdaptation(of: id)
    prepareDetents(id)
    record("will_present", controller, "(\(state[id].adaptedStyle?.rawValue ?? "none"))")
    tellWillPresent(id)
    record("presentation_transition_will_begin", controller)
    // NB: the window may have been resized from a callback.
    let coversPresenter = removesPresentersView(id)
    if coversPresenter { willDisappear(presenter) }
    // NB: in a context whose view has left the window it appears when that comes back.
    if state.canAppear(controller) {
      willAppear(controller)
      isAppearing(controller)
    }
    // Without animation a full screen comes within one turn, a sheet takes another (R3).
    if coversPresenter && !state[id].animated { finishPresentation(id) }
  }

  /// A popover that a delegate keeps one in compact width, and that points at nothing. Where the delegate came after the call,
  /// nobody is there to raise at (R8, S32).
  private func reportMissingAnchor(of id: PresentationID, on presenter: ControllerID) {
    guard device.width == .compact, state[id].style == .popover, state[id].adaptedStyle == nil,
      state[id].modifier == nil
    else { return }
    do throws(PresentationException) {
      try checkAnchor(of: state[id].controller, .popover, on: presenter)
    } catch {
      fail("present", state[id].controller, error, site: state[id].delegateSite ?? state[id].site)
    }
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
    if removesPresentersView(id) { takeView(of: presenter, for: id) }
    record("presented", controller)
    notify(.presented(controller))
    complete(state[id].completion, verb: "present", controller)
    dismissOrphans()
    scheduleViewUpdate()
  }

  /// A presenter's view leaves the hierarchy. It may have come back into the window during the transition.
  func takeView(of presenter: ControllerID, for id: PresentationID) {
    willDisappear(presenter, besides: id)
    didDisappear(presenter, besides: id)
    state[id].hasTakenView = true
  }

  /// How long an animated transition of a presentation takes, in milliseconds.
  func duration(of id: PresentationID) -> Int {
    isAlert(id) ? profile.alertDuration : profile.transitionDuration
  }

  func isAlert(_ id: PresentationID) -> Bool { state[state[id].controller].configuration.kind.isAlert }
}
