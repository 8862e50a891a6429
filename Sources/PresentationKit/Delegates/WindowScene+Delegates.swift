extension WindowScene {
  /// Sets the delegate of a presentation controller, weakly (R23). It replaces whoever was in the slot.
  public func setDelegate(_ delegate: DelegateID?, of presentation: PresentationID) {
    let controller = state[presentation].controller
    let old = state[presentation].delegate
    let new = delegate.map { DelegateReference.object($0) }
    state[presentation].delegate = new
    state[presentation].delegateSite = responder?.currentSite
    if let old, let new, old != new, isAlive(old) {
      warn(
        .delegateReplaced, controller,
        "its presentation controller had a delegate, which hears nothing from now on. There is one slot, and the last "
          + "one set has it. Keep one delegate, or forward to the one before.")
    }
    if new != nil, old == nil, state[presentation].modifier != nil, !isFrameworkTold(presentation) {
      warn(
        .delegateReplaced, controller,
        "SwiftUI's own delegate was there, and hears nothing from now on: its binding stays and on_dismiss does not come "
          + "when the user dismisses it. Hand on to the delegate before: delegate { forwarding = true, … }.")
    }
    guard new != nil, state[controller].parent != nil else { return }
    warnAboutInnerDelegate(controller, outer: state.outermost(controller))
  }

  /// Who is in the delegate slot, alive or not.
  public func delegate(of presentation: PresentationID) -> DelegateReference? { state[presentation].delegate }

  /// The live delegate of a presentation, if it implements a method.
  func delegate(of id: PresentationID, for method: DelegateMethod) -> DelegateReference? {
    guard let delegate = state[id].delegate else { return nil }
    guard isAlive(delegate) else {
      warn(
        .delegateReleased, state[id].controller,
        "its delegate is gone, so everything is allowed and nobody is told. A presentation controller holds its "
          + "delegate weakly. Keep the delegate in a variable as long as the sheet is shown.",
        site: state[id].delegateSite)
      return nil
    }
    return ask { $0.responds(delegate, to: method) } == true ? delegate : nil
  }

  private func isAlive(_ delegate: DelegateReference) -> Bool {
    switch delegate {
    case .inline: true
    case .object(let id): ask { $0.isAlive(id) } ?? false
    }
  }
}
