extension WindowScene {
  /// Sets the delegate of a presentation controller, weakly (R23). It replaces whoever was in the slot.
  public func setDelegate(_ delegate: DelegateID?, of presentation: PresentationID) {
    setDelegate(reference: delegate.map { .object($0) }, of: presentation)
  }

  /// As `setDelegate(_:of:)`, also for methods on the controller itself.
  public func setDelegate(reference new: DelegateReference?, of presentation: PresentationID) {
    let controller = state[presentation].controller
    let old = state[presentation].delegate
    let handsOn = new.map { forwards($0) } ?? false
    if old != new {
      let before = (old.map { [$0] } ?? []) + state[presentation].delegatesBefore
      state[presentation].delegatesBefore = handsOn ? before.filter { $0 != new } : []
    }
    let wasTold = isFrameworkTold(presentation)
    state[presentation].delegate = new
    // An empty slot is nobody's: SwiftUI does not take it again by itself (R55).
    if new == nil, state[presentation].modifier != nil { state[presentation].hasLostFramework = true }
    state[presentation].delegateSite = responder?.currentSite
    if let old, let new, old != new, !handsOn, isAlive(old) {
      warn(
        .delegateReplaced, controller,
        "its presentation controller had a delegate, which hears nothing from now on. There is one slot, and the last "
          + "one set has it. Keep one delegate, or forward to the one before.")
    }
    if wasTold, state[presentation].modifier != nil, !isFrameworkTold(presentation) {
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

  /// Puts the framework's own delegate, which somebody has read, back into the slot.
  public func restoreFrameworkDelegate(of presentation: PresentationID) {
    state[presentation].delegate = nil
    state[presentation].delegatesBefore = []
    state[presentation].hasLostFramework = false
    state[presentation].delegateSite = responder?.currentSite
  }

  /// Whether the slot is the framework's own, and nobody stands in it: a presentation of SwiftUI's, from some version on
  /// (C-21).
  public func hasFrameworkDelegate(_ presentation: PresentationID) -> Bool {
    profile.swiftuiOwnsDelegate && state[presentation].modifier != nil && state[presentation].delegate == nil
      && !state[presentation].hasLostFramework
  }

  /// The live delegate of a presentation that implements a method: the one in the slot, or, where that hands on, one
  /// before it.
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
    if ask({ $0.responds(delegate, to: method) }) == true { return delegate }
    return state[id].delegatesBefore.first { one in
      isAlive(one) && ask { $0.responds(one, to: method) } == true
    }
  }

  /// The next live delegate behind one that hands on, of those that implement a method.
  public func delegate(
    before delegate: DelegateReference, of controller: ControllerID, for method: DelegateMethod
  ) -> DelegateReference? {
    guard let id = state[controller].presentation, let slot = state[id].delegate else { return nil }
    return ([slot] + state[id].delegatesBefore).drop { $0 != delegate }.dropFirst().first { one in
      isAlive(one) && ask { $0.responds(one, to: method) } == true
    }
  }

  /// Whether a delegate hands on what it does not answer. Methods on the controller itself stand beside the others.
  private func forwards(_ delegate: DelegateReference) -> Bool {
    guard case .object(let id) = delegate else { return false }
    return ask { $0.forwards(id) } ?? false
  }

  /// Whether the framework's own delegate is in place: from some version on SwiftUI needs it to hear of the user's
  /// dismissal (R55, C-21). Methods on the controller itself are heard beside it (C-34).
  func isFrameworkTold(_ presentation: PresentationID) -> Bool {
    guard profile.swiftuiOwnsDelegate else { return true }
    guard let delegate = state[presentation].delegate, !state[presentation].hasLostFramework else {
      return !state[presentation].hasLostFramework
    }
    // One that hands on, and is gone, leaves the slot empty.
    return isAlive(delegate)
      && ([delegate] + state[presentation].delegatesBefore).allSatisfy { one in
        if case .object = one { forwards(one) } else { true }
      }
  }

  private func isAlive(_ delegate: DelegateReference) -> Bool {
    switch delegate {
    case .inline: true
    case .object(let id): ask { $0.isAlive(id) } ?? false
    }
  }
}
