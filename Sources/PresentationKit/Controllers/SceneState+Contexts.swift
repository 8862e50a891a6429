/// What a presentation in a context covers, and what hides it (R9).
extension SceneState {
  /// Whether a presentation stands in a context whose view is not in the window: in a tab that is not selected, say.
  func isHidden(_ id: PresentationID) -> Bool {
    guard self[id].isInContext, let presenter = self[id].presenter else { return false }
    return !isInWindow(presenter)
  }

  /// The live presentations that are in the window, lowest first.
  var shown: [PresentationID] { chain.filter { !isHidden($0) } }

  /// What a presentation that stands above covers of a controller's place: in a context the controller that defines
  /// it, else all of the presentation that the controller belongs to, or of the root.
  ///
  /// - Returns: nil where it does not cover the controller.
  func covered(by over: PresentationID, _ controller: ControllerID, in owner: PresentationID?) -> ControllerID? {
    guard self[over].phase != .dismissing, !isHidden(over) else { return nil }
    var current = over
    while self[current].isInContext, let presenter = self[current].presenter {
      if isDescendant(controller, of: presenter) { return presenter }
      guard let base = self[current].base, base != owner else { return nil }
      current = base
    }
    return owner.map { self[$0].controller } ?? root
  }

  /// A controller and what appears and disappears with it, outermost first: its visible children, and what is presented
  /// in the context of one of them, one aside; not a view that such a presentation has taken away.
  ///
  /// - Complexity: O(*n*) in their number.
  func appearingTree(of id: ControllerID, besides other: PresentationID? = nil) -> [ControllerID] {
    var result: [ControllerID] = []
    appendAppearingTree(of: id, besides: other, to: &result)
    return result
  }

  private func appendAppearingTree(
    of id: ControllerID, besides other: PresentationID?, to result: inout [ControllerID]
  ) {
    let presented = self[id].presented
    if presented.map({ self[$0].hasTakenView }) != true {
      result.append(id)
      for child in self[id].visibleChildren { appendAppearingTree(of: child, besides: other, to: &result) }
    }
    guard let presented, presented != other, self[presented].isInContext, self[presented].phase.isOnScreen,
      self[presented].phase != .dismissing
    else { return }
    appendAppearingTree(of: self[presented].controller, besides: other, to: &result)
  }

  /// Whether a view that comes would be seen: it lies in what has appeared, or is the window's own.
  func canAppear(_ id: ControllerID) -> Bool {
    if let holder = enclosing(id) {
      return self[holder].visibleChildren.contains(id) && self[holder].appearance.isShowing
    }
    guard let presentation = self[id].presentation, self[presentation].phase.isLive, self[presentation].isInContext,
      let presenter = self[presentation].presenter
    else { return id == root || presentation(around: id) != nil }
    return canAppear(presenter)
  }
}
