/// Containment as UIKit's container API has it (S50): the raw calls, and the two that make them in the right order.
extension WindowScene {
  /// `addChild(_:)`: tells the child `willMove(toParent:)` itself; `didMove(toParent:)` is the container's duty. A child
  /// of another container leaves that one first. The view is added by `addSubview(_:to:)`.
  ///
  /// - Throws: `PresentationException` for the root, a presented controller, or an ancestor of the container.
  public func addChild(_ child: ControllerID, to parent: ControllerID) throws(PresentationException) {
    try checkContainable(child, in: parent)
    attach(child, to: parent)
    checkInvariants()
  }

  /// `removeFromParent()`: tells the child `didMove(toParent: nil)` itself; telling it `willMove(toParent: nil)` and
  /// removing its view is the container's duty. Does nothing for a controller without a parent.
  public func removeFromParent(_ child: ControllerID) {
    guard state[child].parent != nil else { return }
    detach(child)
    tell(.didMove(toParent: nil), child)
    checkInvariants()
  }

  /// `willMove(toParent:)`, called by hand.
  public func willMove(_ child: ControllerID, toParent parent: ControllerID?) {
    tell(.willMove(toParent: parent), child)
  }

  /// `didMove(toParent:)`, called by hand.
  public func didMove(_ child: ControllerID, toParent parent: ControllerID?) {
    tell(.didMove(toParent: parent), child)
  }

  /// Puts a controller's view into another's. Without `addChild` that makes it detached (R7). In a navigation or tab
  /// bar controller its own children's views are placed by itself; this adds one beside them.
  ///
  /// - Throws: `PresentationException` as `addChild(_:to:)`, and for a child of another container.
  public func addSubview(_ child: ControllerID, to holder: ControllerID) throws(PresentationException) {
    try checkContainable(child, in: holder, asSubview: true)
    if state[holder].children.contains(child), state[holder].visibleChildren.contains(child) { return }
    removeFromSuperview(child)
    // NB: a callback of the removal may have placed it elsewhere.
    guard state[child].superview == nil, isContainable(child, in: holder, asSubview: true) else { return }
    state[child].superview = holder
    state[holder].subviews.append(child)
    watchTree(of: child)
    loadView(child)
    appear(child, with: holder)
    checkInvariants()
  }

  /// Takes a controller's view out of the view it was added to.
  public func removeFromSuperview(_ child: ControllerID) {
    guard state[child].superview != nil else { return }
    willDisappear(child)
    clearSuperview(child)
    didDisappear(child)
    dismissOrphans()
    checkInvariants()
  }

  /// Adds a child with its view, making the calls in the right order.
  ///
  /// - Throws: `PresentationException` as `addChild(_:to:)`.
  public func embed(_ child: ControllerID, in parent: ControllerID) throws(PresentationException) {
    try addChild(child, to: parent)
    guard state[child].parent == parent else { return }
    try addSubview(child, to: parent)
    guard state[child].parent == parent else { return }
    didMove(child, toParent: parent)
  }

  /// Removes a child with its view, making the calls in the right order.
  public func removeChild(_ child: ControllerID) {
    guard state[child].parent != nil else { return }
    willMove(child, toParent: nil)
    removeFromSuperview(child)
    removeFromParent(child)
  }

  /// Links a child to its parent, telling it `willMove`, unless a callback gave it another place meanwhile.
  @discardableResult
  func attach(_ child: ControllerID, to parent: ControllerID) -> Bool {
    if state[child].parent != nil { removeFromParent(child) }
    tell(.willMove(toParent: parent), child)
    guard state[child].parent == nil, isContainable(child, in: parent) else { return false }
    let placesViews = [.navigation, .tabs].contains(state[parent].configuration.kind)
    if placesViews || state[child].superview != parent { clearSuperview(child) }
    state[child].parent = parent
    state[parent].children.append(child)
    watchTree(of: child)
    return true
  }

  func detach(_ child: ControllerID) {
    guard let parent = state[child].parent, let index = state[parent].children.firstIndex(of: child) else { return }
    state[parent].children.remove(at: index)
    if index < state[parent].selectedTab { state[parent].selectedTab -= 1 }
    state[parent].selectedTab = min(state[parent].selectedTab, max(state[parent].children.count - 1, 0))
    state[child].parent = nil
    // What it presents in its context goes in its own way, and hears of that.
    dismissOrphans()
    // NB: leaving the tree takes the view out of the window, though the container forgot to say so.
    if state[child].superview != parent { disappear(child) }
    scheduleViewUpdate()
  }

  func isContainable(_ child: ControllerID, in parent: ControllerID, asSubview: Bool = false) -> Bool {
    (try? checkContainable(child, in: parent, asSubview: asSubview)) != nil
  }

  func checkContainable(
    _ child: ControllerID, in parent: ControllerID, asSubview: Bool = false
  ) throws(PresentationException) {
    let (childName, parentName) = (name(of: child), name(of: parent))
    if child == root {
      throw PresentationException(.isRoot, "<\(childName)> is the root view controller of the window.")
    }
    if state.isDescendant(parent, of: child) {
      throw PresentationException(
        .ownDescendant, "Can't add <\(childName)> as a child of <\(parentName)>, which lies in it.")
    }
    if let id = state[child].presentation, state[id].phase.isLive {
      throw PresentationException(
        .isPresented, "Can't add <\(childName)> to <\(parentName)>: it is presented modally.")
    }
    if asSubview, let actual = state[child].parent, actual != parent {
      throw PresentationException(
        .hierarchyInconsistency, name: "UIViewControllerHierarchyInconsistency",
        "child view controller:<\(childName)> should have parent view controller:<\(parentName)> but actual parent "
          + "is:<\(name(of: actual))>")
    }
    if !asSubview, state[child].parent == parent {
      throw PresentationException(
        .alreadyContained, "<\(childName)> is a child view controller of <\(parentName)> already.")
    }
  }

  func clearSuperview(_ child: ControllerID) {
    guard let holder = state[child].superview else { return }
    state[holder].subviews.removeAll { $0 == child }
    state[child].superview = nil
  }

  /// Lets a view appear that came into another, as far as that one has come itself.
  func appear(_ child: ControllerID, with holder: ControllerID) {
    guard state[holder].appearance.isShowing else { return }
    willAppear(child)
    isAppearing(child)
    if state[holder].appearance == .appeared { didAppear(child) }
  }
}
