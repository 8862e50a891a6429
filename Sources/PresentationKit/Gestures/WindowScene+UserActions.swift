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
    let fields = unambiguous(fieldNames)
    let spots = spots(by: \.fieldName).filter { $0.reach == .within }
    let unfocused = fields.filter { field in
      spots.contains { $0.item.fieldName == field && ($0.owner != keyboardOwner || field != focusedField) }
    }
    return fields.map { .type(field: $0) } + unfocused.map { .focus(field: $0) }
      + (keyboardOwner == nil ? [] : [.dismissKeyboard])
  }

  private func unambiguous(_ names: [String]) -> [String] {
    names.filter { name in names.filter { $0 == name }.count == 1 }
  }

  /// The presentation that takes touches as a whole: the topmost, at rest or in the finger's hand. What goes out above
  /// it does not keep touches off.
  private var touchable: PresentationID? {
    guard whyNoTouch == nil else { return nil }
    return state.chain.last { whyUntouchable($0) == nil && cover(of: $0) == nil }
  }

  private var pullActions: [UserAction] {
    guard let id = touchable, whyNoPull(id) == nil else { return [] }
    let controller = state[id].controller
    let rest = state[id].settlingDetent ?? resting(id)?.identifier
    let detents = state[id].detents.filter { $0.identifier != rest }
    return [.swipeDown(controller), .drag(controller, fraction: 0.25), .drag(controller, fraction: 0.75)]
      + detents.map { .dragToDetent(controller, $0.identifier) }
  }

  private var scrollActions: [UserAction] {
    guard whyNoTouch == nil else { return [] }
    let owner = touchable.map { state[$0].controller } ?? (state.chain.isEmpty ? root : nil)
    guard let owner, let view = scrollView(in: owner) else { return [] }
    let isStill = touchable.map { isSheet($0) } != true && scrollOffset(view) == 0
    return (isStill ? [] : [.scroll(owner, dy: 100)]) + [.scroll(owner, dy: -100)]
  }

  private var fingerActions: [UserAction] {
    guard state.gesture != nil, whyNoTouch == nil else { return [] }
    return [.release(velocity: 0), .release(velocity: profile.flickVelocity), .cancelTouch]
  }

  private var outsideActions: [UserAction] {
    guard let id = touchable else { return [] }
    let controller = state[id].controller
    if state[controller].configuration.kind == .actionSheet, !isPopover(id) {
      return cancelChoice(of: controller) == nil ? [] : [.tapOutside(controller)]
    }
    if state[controller].configuration.kind == .actionSheet || whyNoOutside(id) == nil {
      return isModal(id) && !profile.attemptOnBackdropTap ? [] : [.tapOutside(controller)]
    }
    return []
  }

  private var escapeActions: [UserAction] {
    guard whyNoTouch == nil else { return [] }
    let top = state.chain.last
    guard top == nil || touchable == top else { return [] }
    let byKey = top.map { whyNoEscape($0) == nil } ?? false
    let byAlert = top.map { isAlert($0) && cancelChoice(of: state[$0].controller) != nil } ?? false
    let byHandler = escapeHandlers.contains { controller in
      state[controller].configuration.performsEscape == .override
        || state.presentation(around: controller).map { canEscape($0) } ?? false
    }
    return (byKey ? [.pressEscape] : []) + (byHandler || byAlert ? [.performEscape] : [])
  }
}
