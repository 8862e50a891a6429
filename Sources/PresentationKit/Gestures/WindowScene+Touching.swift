extension WindowScene {
  /// Taps a button or toggle.
  ///
  /// A button's action runs at once; an alert's after the alert is gone (R59). A touch on content that is covered is
  /// refused, one on content that is going out or not there yet has no effect (C-35).
  ///
  /// - Throws: `TapError` if nothing has the label, or several things within reach have it.
  public func tap(label: String) throws(TapError) {
    guard let spot = try spot(named: label, by: \.tapLabel, act: "tap") else { return }
    record("tap", detail: quoted(label))
    switch spot.item {
    case .button(_, _, let action): tapButton(label, action, in: spot.owner)
    case .toggle(_, let binding):
      let isOn = value(of: binding).isTrue
      set(binding, to: .bool(!isOn), by: .user)
    case .text, .textField, .group: break
    }
    checkInvariants()
  }

  /// Types into a text field: its text becomes this.
  ///
  /// - Throws: `TapError` if no field has the name, or several within reach have it.
  public func type(field: String, text: String) throws(TapError) {
    guard let spot = try spot(named: field, by: \.fieldName, act: "type") else { return }
    record("type", detail: "\(field) \(quoted(text))")
    if case .textField(_, let binding?) = spot.item { set(binding, to: .string(text), by: .user) }
  }

  /// The labels a tap can name now, in order from the top of what can be touched.
  public var tapLabels: [String] { spots(by: \.tapLabel).filter { $0.reach == .within }.compactMap(\.item.tapLabel) }

  /// The text fields that can be typed into now.
  public var fieldNames: [String] { spots(by: \.fieldName).filter { $0.reach == .within }.compactMap(\.item.fieldName) }

  private func tapButton(_ label: String, _ action: ActionID?, in owner: ControllerID) {
    if let id = state.presentation(around: owner), isAlert(id) {
      let choice = Dismissal.Choice(controller: owner, label: label, action: action)
      begin(
        DismissalRequest(target: id, receiver: owner, reason: .action, result: .string(label), choice: choice))
    } else if let action {
      record("action", owner, quoted(label))
      notify(.action(owner, action, label: label))
    }
  }

  /// The one thing with a name that a finger can reach; otherwise says why there is none, or throws.
  private func spot(
    named name: String, by key: KeyPath<ContentItem, String?>, act: String
  ) throws(TapError) -> Spot? {
    let all = spots(by: key)
    let known = all.filter { $0.reach == .within }.compactMap { $0.item[keyPath: key] }
    let found = all.filter { $0.item[keyPath: key] == name }
    let within = found.filter { $0.reach == .within }
    if within.count > 1 { throw .ambiguous(name, known: known) }
    if let spot = within.first { return spot }
    guard let spot = found.first else { throw .unknown(name, known: known) }
    switch spot.reach {
    case .within: break
    case .without(let why): recordNoEffect(act, spot.owner, "\(quoted(name)): \(why)")
    case .covered(let cover): refuse(coveredRefusal(spot.owner, by: cover))
    }
    return nil
  }

  /// Everything with a name, topmost presentation first.
  private func spots(by key: KeyPath<ContentItem, String?>) -> [Spot] {
    let presented = state.chain.reversed().map { (state[$0].controller, reach(of: $0)) }
    let cover = state.chain.first { state[$0].phase != .dismissing }
    let beneath = (root, cover.map { Spot.Reach.covered(state[$0].controller) } ?? .within)
    return (presented + [beneath]).flatMap { owner, reach in
      state.visibleTree(of: owner)
        .flatMap { ContentItem.touchable(in: state[$0].configuration.content) }
        .filter { $0[keyPath: key] != nil }
        .map { Spot(owner: owner, item: $0, reach: reach) }
    }
  }

  private func reach(of id: PresentationID) -> Spot.Reach {
    if let cover = cover(of: id) { return .covered(cover) }
    switch state[id].phase {
    case .linked, .unused, .ended: return .without("it is not on screen yet")
    case .dismissing, .pendingDismissal: return .without("it is being dismissed")
    // An alert goes with a tap, and what comes in cannot go (R30).
    case .presenting where isAlert(id): return .without("it is still coming in")
    case .presenting, .presented, .cancelling: return .within
    }
  }
}
