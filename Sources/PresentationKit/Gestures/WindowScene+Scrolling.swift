/// Scroll views in what is presented, and when they hand a pan to the sheet (R16, S24).
extension WindowScene {
  /// One pan on the first scroll view of what is on screen. Where its content is at the top, a pan downwards moves the
  /// sheet, and one upwards makes it larger first if it prefers that; else the content scrolls.
  ///
  /// - Parameters:
  ///   - target: the controller, or one in it; nil is the topmost, or the root where nothing is presented.
  ///   - dy: the finger's way in points, positive downwards.
  public func scroll(_ target: ControllerID? = nil, dy: Double) {
    act("scroll", target, by: .user) {
      guard let owner = scrollOwner(target) else { return }
      guard let view = scrollView(in: owner) else { return recordNoEffect("scroll", owner, "it has no scroll view") }
      guard dy.isFinite, dy != 0 else { return recordNoEffect("scroll", owner, "the finger does not move") }
      let sheet = state.presentation(around: owner).flatMap { isSheet($0) ? $0 : nil }
      let offset = scrollOffset(view)
      if dy > 0, offset == 0 {
        guard let sheet else { return recordNoEffect("scroll", owner, "its content is at the top") }
        return pan(sheet, dy)
      }
      guard dy < 0, offset == 0, let sheet, growsFirst(sheet), let largest = state[sheet].detents.last else {
        return scroll(view, by: -dy)
      }
      let rest = -dy - (largest.height - restingHeight(sheet))
      pan(sheet, max(dy, restingHeight(sheet) - largest.height))
      if rest > 0 { scroll(view, by: rest) }
    }
  }

  /// How far a controller's scroll view is scrolled, in points.
  public func scrollOffset(of name: String, in controller: ControllerID) -> Double {
    scrollOffset(ScrollPosition(controller: controller, name: name, offset: 0))
  }

  private func scrollOwner(_ target: ControllerID?) -> ControllerID? {
    guard let id = target.map({ state.presentation(around: $0) }) ?? state.shown.last else {
      guard canTouch("scroll") else { return nil }
      let isOutside = target.map { state.outermost($0) != root } ?? false
      if !isOutside, state.shown.isEmpty || scrollView(in: root) != nil { return root }
      refuseUnpresented(target ?? root, act: "scroll")
      return nil
    }
    return touchTarget(state[id].controller, act: "scroll").map { state[$0].controller }
  }

  /// The first scroll view of a presented controller or the root that a finger gets at.
  func scrollView(in owner: ControllerID) -> ScrollPosition? {
    let presentation = state.presentation(around: owner)
    for controller in state.visibleTree(of: owner) where obstacle(to: controller, in: presentation) == nil {
      if let name = ContentItem.scrollView(in: state[controller].shownContent) {
        return ScrollPosition(controller: controller, name: name, offset: 0)
      }
    }
    return nil
  }

  func scrollOffset(_ view: ScrollPosition) -> Double {
    state.scrolls.first { $0.controller == view.controller && $0.name == view.name }?.offset ?? 0
  }

  private func scroll(_ view: ScrollPosition, by points: Double) {
    let offset = max(scrollOffset(view) + points, 0)
    state.scrolls.removeAll { $0.controller == view.controller && $0.name == view.name }
    state.scrolls.append(ScrollPosition(controller: view.controller, name: view.name, offset: offset))
    record("scroll", view.controller, "\(view.name) = \(numberText(offset))")
  }

  private func growsFirst(_ id: PresentationID) -> Bool {
    let controller = state[id].controller
    guard let largest = state[id].detents.last, restingHeight(id) < largest.height else { return false }
    return switch state.visibleTree(of: controller).lazy.compactMap({ self.state[$0].contentInteraction }).first {
    case .resizes: true
    case .scrolls: false
    case .automatic, nil: state[controller].configuration.sheet.prefersScrollingExpandsWhenScrolledToEdge
    }
  }

  private func pan(_ id: PresentationID, _ travel: Double) {
    pull(id, to: travel)
    guard state.gesture?.target == id else { return }
    letGo(velocity: 0)
  }
}

extension WindowScene {
  /// Whether what a scroll would move is scrolled so far already.
  package func isScrolled(_ owner: ControllerID, to offset: Double) -> Bool {
    scrollView(in: owner).map { scrollOffset($0) >= offset } ?? false
  }
}
