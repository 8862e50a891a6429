import PresentationKit

/// Acts that mean the same wherever a state was reached: what they touch is known by its place on the stack, and not by a
/// number that depends on what was made before.
extension MoonsheetHost {
  /// An act of the moment with places for numbers.
  package func portable(_ act: ExplorationAct) -> ExplorationAct {
    act.withController { controller in
      if controller == scene.root { return .numbered(-1) }
      return scene.stack.firstIndex(of: controller).map { .numbered(-2 - $0) } ?? controller
    }
  }

  /// What an act with places means now.
  package func resolved(_ act: ExplorationAct) -> ExplorationAct {
    act.withController { controller in
      guard controller.rawValue < 0 else { return controller }
      if controller.rawValue == -1 { return scene.root }
      let (stack, place) = (scene.stack, -2 - controller.rawValue)
      return stack.indices.contains(place) ? stack[place] : controller
    }
  }
}

extension ExplorationAct {
  fileprivate func withController(_ change: (ControllerID) -> ControllerID) -> ExplorationAct {
    guard case .user(let action, let text) = self else { return self }
    let changed: UserAction
    switch action {
    case .swipeDown(let target): changed = .swipeDown(change(target))
    case .drag(let target, let fraction): changed = .drag(change(target), fraction: fraction)
    case .dragToDetent(let target, let detent): changed = .dragToDetent(change(target), detent)
    case .scroll(let target, let dy): changed = .scroll(change(target), dy: dy)
    case .tapOutside(let target): changed = .tapOutside(change(target))
    case .release, .cancelTouch, .tap, .type, .focus, .dismissKeyboard, .pressEscape, .performEscape: return self
    }
    return .user(changed, typing: text)
  }
}
