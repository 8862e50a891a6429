/// Navigation and tab bar controllers.
extension WindowScene {
  /// `pushViewController(_:animated:)`. A push or pop that still runs is brought to its end first.
  ///
  /// - Throws: `PresentationException` if the container is no navigation controller, holds the controller already, or
  ///   cannot hold it.
  public func push(
    _ controller: ControllerID, onto navigation: ControllerID, animated: Bool = true
  ) throws(PresentationException) {
    try check(navigation, is: .navigation)
    try checkContainable(controller, in: navigation)
    finishNavigation(navigation)
    let outgoing = state[navigation].children.last
    guard attach(controller, to: navigation), state[navigation].children.last == controller else { return }
    begin(
      NavigationTransition(container: navigation, outgoing: outgoing, incoming: controller, removed: nil),
      animated: animated)
  }

  /// `popViewController(animated:)`.
  ///
  /// - Returns: the controller that leaves; nil where only the root of the stack is left.
  /// - Throws: `PresentationException` if the container is no navigation controller.
  @discardableResult
  public func pop(_ navigation: ControllerID, animated: Bool = true) throws(PresentationException) -> ControllerID? {
    try popAll(navigation, downTo: state[navigation].children.count - 1, animated: animated).last
  }

  /// `popToRootViewController(animated:)`.
  ///
  /// - Returns: the controllers that leave, lowest first.
  /// - Throws: `PresentationException` if the container is no navigation controller.
  @discardableResult
  public func popToRoot(
    _ navigation: ControllerID, animated: Bool = true
  ) throws(PresentationException) -> [ControllerID] {
    try popAll(navigation, downTo: 1, animated: animated)
  }

  /// Sets the children of a tab bar controller; the first is selected.
  ///
  /// - Throws: `PresentationException` if it is no tab bar controller, or cannot hold one of them.
  public func setTabs(_ children: [ControllerID], of tabs: ControllerID) throws(PresentationException) {
    try check(tabs, is: .tabs)
    let old = state[tabs].children
    for child in children where !old.contains(child) { try checkContainable(child, in: tabs) }
    for child in old {
      willMove(child, toParent: nil)
      removeFromParent(child)
    }
    state[tabs].selectedTab = 0
    for child in children where isContainable(child, in: tabs) {
      attach(child, to: tabs)
      didMove(child, toParent: tabs)
    }
    if let first = state[tabs].children.first { appear(first, with: tabs) }
    checkInvariants()
  }

  /// Selects a tab, counted from 0; does nothing for one that does not exist.
  ///
  /// - Throws: `PresentationException` if it is no tab bar controller.
  public func selectTab(_ index: Int, of tabs: ControllerID) throws(PresentationException) {
    try check(tabs, is: .tabs)
    let children = state[tabs].children
    guard children.indices.contains(index), index != state[tabs].selectedTab else { return }
    let (outgoing, incoming) = (children[state[tabs].selectedTab], children[index])
    state[tabs].selectedTab = index
    willDisappear(outgoing)
    let isShown = { self.state[tabs].visibleChildren.contains(incoming) }
    if isShown(), state[tabs].appearance.isShowing {
      willAppear(incoming)
      isAppearing(incoming)
    }
    didDisappear(outgoing)
    if isShown(), state[tabs].appearance == .appeared { didAppear(incoming) }
    checkInvariants()
  }

  func finishNavigation(_ container: ControllerID) {
    let transitions = state.navigations.filter { $0.container == container }
    state.navigations.removeAll { $0.container == container }
    for transition in transitions {
      state.clock.cancel(.finishNavigation(container))
      finish(transition)
    }
  }

  private func finish(_ transition: NavigationTransition) {
    let container = transition.container
    if let outgoing = transition.outgoing { didDisappear(outgoing) }
    if let incoming = transition.incoming, state[container].appearance.isShowing {
      isAppearing(incoming)
      didAppear(incoming)
    }
    if let removed = transition.removed {
      for child in removed { tell(.didMove(toParent: nil), child) }
    } else if let incoming = transition.incoming, state[incoming].parent == container {
      tell(.didMove(toParent: container), incoming)
    }
  }

  /// Pops what is above the lowest `count` controllers.
  func popAll(
    _ navigation: ControllerID, downTo count: Int, animated: Bool
  ) throws(PresentationException) -> [ControllerID] {
    try check(navigation, is: .navigation)
    finishNavigation(navigation)
    let removed = Array(state[navigation].children.dropFirst(max(count, 1)))
    guard let outgoing = removed.last else { return [] }
    for child in removed { tell(.willMove(toParent: nil), child) }
    for child in removed where state[child].parent == navigation {
      state[child].parent = nil
      state[navigation].children.removeAll { $0 == child }
    }
    dismissOrphans()
    scheduleViewUpdate()
    begin(
      NavigationTransition(
        container: navigation, outgoing: outgoing, incoming: state[navigation].children.last, removed: removed),
      animated: animated)
    return removed
  }

  private func begin(_ transition: NavigationTransition, animated: Bool) {
    let container = transition.container
    finishNavigation(container)
    state.navigations.append(transition)
    guard state[container].appearance.isShowing else {
      finishNavigation(container)
      return checkInvariants()
    }
    schedule(.finishNavigation(container), after: animated ? profile.navigationDuration : 0)
    if let outgoing = transition.outgoing { willDisappear(outgoing) }
    if let incoming = transition.incoming, state.visibleTree(of: container).contains(incoming) {
      willAppear(incoming)
      isAppearing(incoming)
    }
    checkInvariants()
  }

  private func check(_ controller: ControllerID, is kind: ControllerKind) throws(PresentationException) {
    guard state[controller].configuration.kind != kind else { return }
    throw PresentationException(
      .wrongKind, "<\(name(of: controller))> is no \(kind == .tabs ? "tab bar" : "navigation") controller.")
  }
}
