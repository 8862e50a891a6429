/// Appearance callbacks, forwarded to visible children and to what is presented in their context, outermost first. Each is sent only to a view that stands
/// before it, so that they balance whatever scripts do in between.
extension WindowScene {
  func loadView(_ controller: ControllerID) {
    for id in state.visibleTree(of: controller) where !state[id].isViewLoaded {
      state[id].isViewLoaded = true
      tell(.viewDidLoad, id)
      evaluateContent(of: id)
    }
  }

  func willAppear(_ controller: ControllerID) {
    loadView(controller)
    move(controller, from: [.disappeared, .disappearing], to: .willAppear, telling: .viewWillAppear)
  }

  func isAppearing(_ controller: ControllerID) {
    move(controller, from: [.willAppear], to: .appearing, telling: .viewIsAppearing)
  }

  func didAppear(_ controller: ControllerID) {
    move(controller, from: [.appearing], to: .appeared, telling: .viewDidAppear)
  }

  /// - Parameter presentation: what is presented in a context inside, and does not go with the controller.
  func willDisappear(_ controller: ControllerID, besides presentation: PresentationID? = nil) {
    move(
      controller, from: [.appeared, .appearing, .willAppear], to: .disappearing, telling: .viewWillDisappear,
      besides: presentation)
  }

  func didDisappear(_ controller: ControllerID, besides presentation: PresentationID? = nil) {
    // A push or pop in it is over with it: what leaves by that is gone as well.
    for transition in state.navigations where state[transition.container].appearance == .disappearing {
      guard state.appearingTree(of: controller, besides: presentation).contains(transition.container) else { continue }
      finishNavigation(transition.container)
    }
    move(
      controller, from: [.disappearing], to: .disappeared, telling: .viewDidDisappear, besides: presentation)
  }

  /// All of it at once, without a transition.
  func appear(_ controller: ControllerID) {
    willAppear(controller)
    isAppearing(controller)
    didAppear(controller)
  }

  func disappear(_ controller: ControllerID) {
    willDisappear(controller)
    didDisappear(controller)
  }

  func tell(_ lifecycle: Lifecycle, _ controller: ControllerID) {
    record(lifecycle.traceName, controller, moveDetail(lifecycle))
    notify(.lifecycle(lifecycle, controller))
  }

  private func move(
    _ controller: ControllerID, from before: [ControllerRecord.Appearance],
    to after: ControllerRecord.Appearance, telling lifecycle: Lifecycle, besides presentation: PresentationID? = nil
  ) {
    for id in state.appearingTree(of: controller, besides: presentation) where before.contains(state[id].appearance) {
      state[id].appearance = after
      tell(lifecycle, id)
      if after == .appearing {
        tellPresentedContent(hasAppeared: true, id)
        viewsAppear(id)
      } else if after == .disappeared {
        tellPresentedContent(hasAppeared: false, id)
        viewsDisappear(id)
      }
    }
  }

  private func moveDetail(_ lifecycle: Lifecycle) -> String {
    switch lifecycle {
    case .willMove(let parent), .didMove(let parent): "to \(parent.map { name(of: $0) } ?? "nil")"
    default: ""
    }
  }
}
