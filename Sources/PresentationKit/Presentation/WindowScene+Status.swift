extension WindowScene {
  /// What is presented, lowest first, as the user sees it. Nothing of it shows in the trace; a flag that is a query is
  /// asked.
  public func status() -> [PresentationStatus] {
    silently {
      state.chain.enumerated().map { index, id in
        let controller = state[id].controller
        let sheet = isSheet(id)
        return PresentationStatus(
          level: index + 1, controller: controller, name: name(of: controller), presenter: state[id].presenter,
          style: state[id].style, adaptedStyle: state[id].adaptedStyle, phase: state[id].phase,
          detent: currentDetent(of: controller), detents: activeDetents(of: controller),
          height: sheet && state[id].phase.isOnScreen ? visibleHeight(id) : nil, isUndimmed: isUndimmed(id),
          showsGrabber: sheet && state[controller].configuration.sheet.prefersGrabberVisible,
          cover: cover(of: id).map { state[$0].controller },
          ways: PresentationStatus.Trigger.allCases.map { access(to: id, by: $0) })
      }
    }
  }

  private func access(to id: PresentationID, by trigger: PresentationStatus.Trigger) -> PresentationStatus.Access {
    if let why = whyNoTouch ?? whyUntouchable(id) { return .unavailable(why) }
    if let cover = cover(of: id) { return .unavailable("\(name(of: state[cover].controller)) covers it") }
    switch trigger {
    case .swipe: return policyAccess(id, unless: whyNoPull(id))
    case .outside:
      guard state[state[id].controller].configuration.kind == .actionSheet else {
        return policyAccess(id, unless: whyNoOutside(id))
      }
      if isPopover(id) { return policyAccess(id, unless: nil) }
      return cancelChoice(of: state[id].controller) == nil ? .unavailable(Self.wantsAnAction) : .cancels
    case .escape:
      if isAlert(id), whyNoEscape(id) == nil { return .cancels }
      return policyAccess(id, unless: whyNoEscape(id))
    case .accessibilityEscape: return escapeAccess(id)
    }
  }

  private func escapeAccess(_ id: PresentationID) -> PresentationStatus.Access {
    let handlers = escapeHandlers.map { state[$0].configuration.performsEscape }
    if handlers.contains(.policy) { return policyAccess(id, unless: nil) }
    if !handlers.isEmpty { return .open }
    if isAlert(id), cancelChoice(of: state[id].controller) != nil { return .cancels }
    return .unavailable("escape is unhandled")
  }

  private func policyAccess(_ id: PresentationID, unless why: String?) -> PresentationStatus.Access {
    if let why { return .unavailable(why) }
    if isModal(id) { return .walled }
    return delegate(of: id, for: .shouldDismiss) == nil ? .open : .asksDelegate
  }
}
