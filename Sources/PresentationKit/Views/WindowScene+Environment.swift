/// `@Environment(\.dismiss)` and `@Environment(\.isPresented)`, read in a controller's content (R52).
extension WindowScene {
  /// `DismissAction`: pops a pushed view, with what was pushed on it, else dismisses what presents the content it was read in; its binding is
  /// written first (R39). At the root, and beyond a UIKit boundary, it has no effect (S83, S84).
  public func dismissFromEnvironment(of controller: ControllerID) {
    act("environment.dismiss", controller, by: .script) {
      if let navigation = poppable(controller), let place = state[navigation].children.firstIndex(of: controller) {
        _ = try? popAll(navigation, downTo: place, animated: true)
        return
      }
      guard let id = state.presentation(around: controller) else {
        return recordNoEffect("environment.dismiss", controller, "it is not presented")
      }
      guard let modifier = state[id].modifier else { return dismissHosting(controller, id) }
      guard state[id].phase != .dismissing else {
        return recordNoEffect("environment.dismiss", controller, "it is being dismissed")
      }
      let wasOn = wanted(by: modifier) != nil
      if wasOn { writeOff(modifier) }
      guard state[id].phase.canBeDismissed else {
        // It is written at once, and goes by its binding when it is in (R39, R30).
        guard wasOn, wanted(by: modifier) == nil else {
          return recordNoEffect("environment.dismiss", controller, "it is in a transition")
        }
        return
      }
      // NB: what is refused for something above goes by its binding later; a binding that is on again has its own end.
      state[id].isWritten = begin(DismissalRequest(target: id, receiver: controller, reason: .script)) == nil
    }
  }

  /// `isPresented`: whether the content is inside a presentation.
  public func isPresented(_ controller: ControllerID) -> Bool { state.presentation(around: controller) != nil }

  /// The navigation stack a controller was pushed onto, where that is SwiftUI's: in what a modifier presents, or in the
  /// window itself. One that UIKit code presents is a boundary.
  private func poppable(_ controller: ControllerID) -> ControllerID? {
    guard let parent = state[controller].parent, state[parent].configuration.kind == .navigation,
      state[parent].children.first != controller
    else { return nil }
    guard let id = state.presentation(around: controller) else { return parent }
    return state[id].modifier == nil ? nil : parent
  }

  private func dismissHosting(_ controller: ControllerID, _ id: PresentationID) {
    guard state[id].controller == controller else {
      return recordNoEffect("environment.dismiss", controller, "it ends at the UIKit controller around it")
    }
    dismiss(controller)
  }
}
