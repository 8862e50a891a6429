/// What a user could do right now.
extension WindowScene {
  /// All acts that have an effect now, in a fixed order; one that is not listed has none or is refused. Drags and
  /// scrolls stand for all of their kind with a few lengths. No policy is asked for it but the modal flag, untraced.
  ///
  /// - Complexity: O(*n* · *m*) in what has a name and what is presented.
  public func userActions() -> [UserAction] {
    silently {
      tapActions + fieldActions + pullActions + scrollActions + fingerActions + outsideActions + escapeActions
    }
  }

  /// Does what a user could do.
  ///
  /// - Parameter text: what is typed, where it is typing.
  /// - Throws: `TapError` if nothing, or more than one thing, has the name.
  public func perform(_ action: UserAction, typing text: String = "") throws(TapError) {
    switch action {
    case .swipeDown(let controller): swipeDown(controller)
    case .drag(let controller, let fraction): drag(controller, fraction: fraction)
    case .release(let velocity): release(velocity: velocity)
    case .cancelTouch: cancelTouch()
    case .dragToDetent(let controller, let detent): try dragToDetent(detent, controller)
    case .scroll(let controller, let dy): scroll(controller, dy: dy)
    case .tap(let label): try tap(label: label)
    case .type(let field): try type(field: field, text: text)
    case .focus(let field): try focus(field: field)
    case .dismissKeyboard: dismissKeyboard()
    case .tapOutside(let controller): tapOutside(controller)
    case .pressEscape: pressEscape()
    case .performEscape: performEscape()
    }
  }

  private var tapActions: [UserAction] { unambiguous(tapLabels).map { .tap(label: $0) } }

  private var fieldActions: [UserAction] {
    let spots = spots(by: \.fieldName).filter { $0.reach == .within }
    let fields = unambiguous(spots.compactMap(\.item.fieldName))
    let (owner, focused) = (keyboardOwner, focusedField)
    let unfocused = fields.filter { field in
      spots.contains { $0.item.fieldName == field && ($0.owner != owner || field != focused) }
    }
    return fields.map { .type(field: $0) } + unfocused.map { .focus(field: $0) }
      + (owner == nil ? [] : [.dismissKeyboard])
  }

  private func unambiguous(_ names: [String]) -> [String] {
    names.filter { name in names.filter { $0 == name }.count == 1 }
  }

  /// The presentations that take touches as a whole, topmost first: the topmost, at rest or in the finger's hand, and
  /// where that is in a context, those around it. What goes out above does not keep touches off.
  private var touchables: [PresentationID] {
    guard whyNoTouch == nil else { return [] }
    return state.chain.reversed().filter { whyUntouchable($0) == nil && cover(of: $0) == nil }
  }

  private var pullActions: [UserAction] { touchables.flatMap { pullActions(on: $0) } }

  private func pullActions(on id: PresentationID) -> [UserAction] {
    guard whyNoPull(id) == nil else { return [] }
    let controller = state[id].controller
    let rest = state[id].settlingDetent ?? resting(id)?.identifier
    let detents = state[id].detents.filter { $0.identifier != rest }
    return [.swipeDown(controller), .drag(controller, fraction: 0.25), .drag(controller, fraction: 0.75)]
      + detents.map { .dragToDetent(controller, $0.identifier) }
  }

  private var scrollActions: [UserAction] {
    guard whyNoTouch == nil else { return [] }
    let owners = touchables.map { (state[$0].controller, isSheet($0)) } + [(root, false)]
    return owners.flatMap { owner, isSheet -> [UserAction] in
      guard let view = scrollView(in: owner) else { return [] }
      let isStill = !isSheet && scrollOffset(view) == 0
      return (isStill ? [] : [.scroll(owner, dy: 100)]) + [.scroll(owner, dy: -100)]
    }
  }

  private var fingerActions: [UserAction] {
    guard state.gesture != nil, whyNoTouch == nil else { return [] }
    return [.release(velocity: 0), .release(velocity: profile.flickVelocity), .cancelTouch]
  }

  private var outsideActions: [UserAction] { touchables.flatMap { outsideActions(of: $0) } }

  private func outsideActions(of id: PresentationID) -> [UserAction] {
    let controller = state[id].controller
    if state[controller].configuration.kind == .actionSheet, !isPopover(id) {
      return cancelChoice(of: controller) == nil ? [] : [.tapOutside(controller)]
    }
    if state[controller].configuration.kind == .actionSheet || whyNoOutside(id) == nil {
      return isModal(id) && !(profile.attemptOnBackdropTap && isHeard(id)) ? [] : [.tapOutside(controller)]
    }
    return []
  }

  private var escapeActions: [UserAction] {
    guard whyNoTouch == nil else { return [] }
    let top = state.shown.last
    guard top.map({ touchables.contains($0) }) ?? true else { return [] }
    let byKey = top.map { whyNoEscape($0) == nil && leadsSomewhere($0) } ?? false
    let byAlert = top.map { isAlert($0) && cancelChoice(of: state[$0].controller) != nil } ?? false
    return (byKey ? [.pressEscape] : []) + (byHandler ?? byAlert ? [.performEscape] : [])
  }

  /// Whether VoiceOver's escape has an effect by the first controller that takes it; nil where none does.
  private var byHandler: Bool? {
    for controller in escapeHandlers {
      if state[controller].configuration.performsEscape == .override { return true }
      if let id = state.presentation(around: controller), canEscape(id) { return leadsSomewhere(id) }
    }
    return nil
  }

  /// Whether an escape that a policy takes does anything: it goes, its delegate is asked, or somebody hears of it.
  private func leadsSomewhere(_ id: PresentationID) -> Bool { isAlert(id) || !isModal(id) || isHeard(id) }
}
