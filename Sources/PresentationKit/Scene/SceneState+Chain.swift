extension SceneState {
  /// The topmost presented controller, or the root.
  var top: ControllerID { chain.last.map { self[$0].controller } ?? root }

  /// The container a controller lies in, or the controller whose view holds its view.
  func enclosing(_ id: ControllerID) -> ControllerID? { self[id].parent ?? self[id].superview }

  /// The outermost controller around one: the one that really presents, context styles aside (R9).
  ///
  /// NB: a detached controller (R7) has no parent; the controller in whose view it lies stands in for one, so that
  /// what it presents is on the same stack as everything else.
  func outermost(_ id: ControllerID) -> ControllerID {
    var result = id
    while let next = enclosing(result) { result = next }
    return result
  }

  /// Who presents a style when a receiver is asked: context styles stop at the nearest controller that defines a
  /// presentation context, all others at the outermost container (R9).
  func presenter(of style: ModalPresentationStyle, from receiver: ControllerID) -> ControllerID {
    guard style.isContext else { return outermost(receiver) }
    var current = receiver
    while !self[current].configuration.definesPresentationContext {
      guard let next = enclosing(current) else { return current }
      current = next
    }
    return current
  }

  /// The live presentation a controller is in: its own, or its farthest ancestor's.
  func presentation(around id: ControllerID) -> PresentationID? {
    guard let presentation = self[outermost(id)].presentation, self[presentation].phase.isLive else { return nil }
    return presentation
  }

  /// `presentedViewController`: what a controller or the nearest of its ancestors presents.
  func presented(from id: ControllerID) -> PresentationID? {
    var current: ControllerID? = id
    while let controller = current {
      if let presented = self[controller].presented { return presented }
      current = enclosing(controller)
    }
    return nil
  }

  /// A live presentation and those that stand on it, topmost first.
  func fromTop(downTo id: PresentationID) -> [PresentationID] {
    guard let index = chain.firstIndex(of: id) else { return [] }
    var result = [id]
    var standing: Set<PresentationID> = [id]
    for other in chain[(index + 1)...] {
      guard let base = self[other].base, standing.contains(base) else { continue }
      result.append(other)
      standing.insert(other)
    }
    return result.reversed()
  }

  /// What lies above a live presentation, topmost first, whoever presents it.
  func above(_ id: PresentationID) -> [PresentationID] {
    guard let index = chain.firstIndex(of: id) else { return [] }
    return chain[(index + 1)...].reversed()
  }

  /// Puts a presentation on the stack: on top, or beneath what a container around its presenter presents.
  mutating func stack(_ id: PresentationID, on presenter: ControllerID) {
    let index = chain.firstIndex { other in
      guard let container = self[other].presenter, container != presenter else { return false }
      return isDescendant(presenter, of: container)
    }
    chain.insert(id, at: index ?? chain.count)
  }

  /// A controller and its visible descendants, outermost first.
  ///
  /// - Complexity: O(*n*) in their number.
  func visibleTree(of id: ControllerID) -> [ControllerID] {
    var result: [ControllerID] = []
    appendVisibleTree(of: id, to: &result)
    return result
  }

  private func appendVisibleTree(of id: ControllerID, to result: inout [ControllerID]) {
    result.append(id)
    for child in self[id].visibleChildren { appendVisibleTree(of: child, to: &result) }
  }

  /// Whether a controller's view is in the window hierarchy (R5).
  func isInWindow(_ id: ControllerID) -> Bool {
    var current = id
    while let next = enclosing(current) {
      guard self[next].visibleChildren.contains(current) else { return false }
      current = next
    }
    guard current != root else { return true }
    guard let presentation = presentation(around: current) else { return false }
    return self[presentation].phase != .linked && !isHidden(presentation)
  }

  /// Whether a controller lies in another, or is it.
  func isDescendant(_ id: ControllerID, of ancestor: ControllerID) -> Bool {
    var current: ControllerID? = id
    while let controller = current {
      if controller == ancestor { return true }
      current = enclosing(controller)
    }
    return false
  }

  /// Whether the presenter of a presentation in a context has left the container it was in.
  func isOrphan(_ id: PresentationID) -> Bool {
    guard self[id].isInContext, let presenter = self[id].presenter else { return false }
    return outermost(presenter) != (self[id].base.map { self[$0].controller } ?? root)
  }
}
