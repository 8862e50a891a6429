/// What comes from outside the app.
extension WindowScene {
  /// Whether the app is in the background: no touch reaches it.
  public var isInBackground: Bool { state.isInBackground }

  /// The app goes to the background. A finger's hold is gone; clocks go on.
  public func enterBackground() {
    act("background", nil, by: .world) {
      record("background")
      guard !state.isInBackground else { return recordNoEffect("background", state.top, "it is there already") }
      if let gesture = state.gesture { cancelGesture(on: [gesture.target]) }
      state.isInBackground = true
      notify(.appMoved(toBackground: true))
    }
  }

  /// The app comes back.
  public func enterForeground() {
    act("foreground", nil, by: .world) {
      record("foreground")
      guard state.isInBackground else { return recordNoEffect("foreground", state.top, "it is there already") }
      state.isInBackground = false
      notify(.appMoved(toBackground: false))
    }
  }

  /// A link arrives; it brings the app to the foreground first. While something moves, or under an alert, what its
  /// handler presents would be refused, and what is forced must not be passed by, so the warning `link_waits` comes then.
  public func openURL(_ url: String) {
    act("open_url", nil, by: .world) {
      if state.isInBackground { enterForeground() }
      record("open_url", detail: url)
      warnIfLinkWaits(url)
      notify(.urlOpened(url))
    }
  }

  private func warnIfLinkWaits(_ url: String) {
    guard
      let blocker = state.chain.last(where: { state[$0].phase != .presented || isAlert($0) || isForced($0) })
    else { return }
    let name = name(of: state[blocker].controller)
    let (arrival, end) =
      if state[blocker].phase != .presented {
        ("while \(name) is in a transition", "at rest")
      } else if isAlert(blocker) {
        ("under the alert \(name)", "answered")
      } else {
        ("under \(name), which is forced", "over")
      }
    warn(
      .linkWaits, state[blocker].controller,
      "the link \(url) arrives \(arrival). What is presented now would be refused or land on it. Keep the link, and follow "
        + "it once \(name) is \(end).")
  }

  private func isForced(_ id: PresentationID) -> Bool { state[state[id].controller].configuration.forced }
}
