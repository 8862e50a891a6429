extension WindowScene {
  /// Taps a button or toggle.
  ///
  /// A button's action runs at once; an alert's after the alert is gone (R59). A touch on content that is covered is
  /// refused, one on content that is going out or not there yet has no effect (C-35).
  ///
  /// - Throws: `TapError` if nothing has the label, or several things within reach have it.
  public func tap(label: String) throws(TapError) {
    try act("tap", nil, by: .user) { () throws(TapError) in
      guard let spot = try spot(named: label, by: \.tapLabel, act: "tap") else { return }
      amend { $0.subject = quoted(label) }
      record("tap", detail: quoted(label))
      switch spot.item {
      case .button(_, _, let action): tapButton(label, action, in: spot.owner)
      case .toggle(_, let binding):
        let isOn = value(of: binding).isTrue
        touch(spot.owner) { set(binding, to: .bool(!isOn), by: .user) }
      case .text, .textField, .group, .scrollView, .modified: break
      }
    }
  }

  /// Types into a text field: its text becomes this, and the keyboard is its own.
  ///
  /// - Throws: `TapError` if no field has the name, or several within reach have it.
  public func type(field: String, text: String) throws(TapError) {
    try act("type", nil, by: .user) { () throws(TapError) in
      guard let spot = try spot(named: field, by: \.fieldName, act: "type") else { return }
      giveKeyboard(to: field, of: spot.owner)
      record("type", detail: "\(field) \(quoted(text))")
      if case .textField(_, let binding?) = spot.item {
        touch(spot.owner) { set(binding, to: .string(text), by: .user) }
      }
    }
  }

  /// Does what a touch on the content of a presented controller does.
  private func touch(_ owner: ControllerID, _ body: () -> Void) {
    touching = state.presentation(around: owner)
    defer { touching = nil }
    body()
  }

  /// The labels a tap can name now, in order from the top of what can be touched.
  public var tapLabels: [String] { spots(by: \.tapLabel).filter { $0.reach == .within }.compactMap(\.item.tapLabel) }

  /// The text fields that can be typed into now.
  public var fieldNames: [String] { spots(by: \.fieldName).filter { $0.reach == .within }.compactMap(\.item.fieldName) }

  private func tapButton(_ label: String, _ action: ActionID?, in owner: ControllerID) {
    let choice = Dismissal.Choice(controller: owner, label: label, action: action)
    if let id = state.presentation(around: owner), state.prompts.contains(id) {
      answerPrompt(id, choice)
    } else if let id = state.presentation(around: owner), isAlert(id), let modifier = state[id].modifier {
      choose(choice, in: id, of: modifier)
    } else if let id = state.presentation(around: owner), isAlert(id) {
      begin(
        DismissalRequest(target: id, receiver: owner, reason: .action, result: .string(label), choice: choice))
    } else if action != nil {
      perform(choice)
    }
  }

  /// SwiftUI runs the action at the tap, with the alert still there, and writes its binding behind it (C-14). From the tap on
  /// the alert goes, so it presents nothing more.
  private func choose(_ choice: Dismissal.Choice, in id: PresentationID, of modifier: PresenterID) {
    choosing.append(id)
    perform(choice)
    if let wanted = wanted(by: modifier) { writeOff(modifier, over: wanted) }
    choosing.removeLast()
    state[id].isWritten = true
    guard state[id].phase.canBeDismissed else { return }
    let request = DismissalRequest(
      target: id, receiver: choice.controller, reason: .action, result: .string(choice.label))
    state[id].isWritten = begin(request) == nil
  }

  /// The one thing with a name that a finger can reach; otherwise says why there is none, or throws.
  func spot(
    named name: String, by key: (ContentItem) -> String?, act: String
  ) throws(TapError) -> Spot? {
    let all = spots(by: key)
    let known = all.filter { $0.reach == .within }.compactMap { key($0.item) }
    let found = all.filter { key($0.item) == name }
    let within = found.filter { $0.reach == .within }
    if within.count > 1 { throw .ambiguous(name, known: known) }
    if let spot = within.first { return spot }
    guard let spot = found.first else { throw .unknown(name, known: known) }
    switch spot.reach {
    case .within: break
    case .without(let why): recordNoEffect(act, spot.owner, "\(quoted(name)): \(why)")
    case .covered(let covered, let cover): refuse(coveredRefusal(covered, by: cover))
    }
    return nil
  }

  /// Everything with a name: a system prompt's, then topmost presentation first, then the root's.
  func spots(by key: (ContentItem) -> String?) -> [Spot] {
    let prompt = state.prompts.last.map { state[$0].controller }
    let asked = prompt.map { items(of: $0, by: key).map { Spot(owner: $0.owner, item: $0.item, reach: promptReach) } }
    let presented = state.shown.reversed().flatMap { spots(of: state[$0].controller, in: $0, by: key) }
    return (asked ?? []) + presented + spots(of: root, in: nil, by: key)
  }

  private var promptReach: Spot.Reach {
    state.isInBackground ? .without("the app is in the background") : .within
  }

  private func spots(
    of owner: ControllerID, in presentation: PresentationID?, by key: (ContentItem) -> String?
  ) -> [Spot] {
    state.visibleTree(of: owner).flatMap { controller -> [Spot] in
      let found = items(of: controller, by: key)
      guard !found.isEmpty else { return [] }
      return found.map { _, item in
        Spot(owner: owner, item: item, reach: reach(of: controller, in: presentation, named: item.shownName))
      }
    }
  }

  private func items(
    of controller: ControllerID, by key: (ContentItem) -> String?
  ) -> [(owner: ControllerID, item: ContentItem)] {
    ContentItem.touchable(in: state[controller].shownContent)
      .filter { key($0) != nil && !isHiddenCancel($0, of: controller) }
      .map { (controller, $0) }
  }

  /// An action sheet that is a popover shows no cancel button (S56).
  private func isHiddenCancel(_ item: ContentItem, of controller: ControllerID) -> Bool {
    guard state[controller].configuration.kind == .actionSheet, case .button(_, .cancel, _) = item,
      let id = state[controller].presentation
    else { return false }
    return isPopover(id)
  }
}
