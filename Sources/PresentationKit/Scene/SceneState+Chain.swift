extension SceneState {
  /// The live presentations, lowest first.
  ///
  /// - Complexity: O(*n*) in their number.
  var chain: [PresentationID] {
    var result: [PresentationID] = []
    var controller = root
    while let id = self[controller].presented {
      result.append(id)
      controller = self[id].controller
    }
    return result
  }

  /// The topmost presented controller, or the root.
  var top: ControllerID { chain.last.map { self[$0].controller } ?? root }

  /// The container a controller lies in, or the controller whose view holds its view.
  func enclosing(_ id: ControllerID) -> ControllerID? { self[id].parent ?? self[id].superview }

  /// The outermost controller around one: the one that really presents (R9).
  ///
  /// NB: a detached controller (R7) has no parent; the controller in whose view it lies stands in for one, so that
  /// what it presents is on the same stack as everything else.
  func outermost(_ id: ControllerID) -> ControllerID {
    var result = id
    while let next = enclosing(result) { result = next }
    return result
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

  /// The live presentations from one upwards, topmost first.
  func fromTop(downTo id: PresentationID) -> [PresentationID] {
    let chain = self.chain
    guard let index = chain.firstIndex(of: id) else { return [] }
    return chain[index...].reversed()
  }

  /// A controller and its visible descendants, outermost first.
  func visibleTree(of id: ControllerID) -> [ControllerID] {
    [id] + self[id].visibleChildren.flatMap { visibleTree(of: $0) }
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
    return self[presentation].phase != .linked
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
}
