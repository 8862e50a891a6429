/// The methods of `UIAdaptivePresentationControllerDelegate`.
public enum DelegateMethod: Hashable, Sendable, CaseIterable {
  case shouldDismiss
  case willDismiss
  case didDismiss
  case didAttemptToDismiss
  case willPresent
  case adaptivePresentationStyle
  /// Another controller that is shown while the style is adapted.
  case viewControllerForAdaptivePresentationStyle
  /// What is shown for an adapted style is about to be.
  case prepare
  /// `UISheetPresentationControllerDelegate`'s: the user changed the detent.
  case didChangeSelectedDetentIdentifier

  /// The name a trace uses.
  public var traceName: String {
    switch self {
    case .shouldDismiss: "should_dismiss"
    case .willDismiss: "will_dismiss"
    case .didDismiss: "did_dismiss"
    case .didAttemptToDismiss: "did_attempt_to_dismiss"
    case .willPresent: "will_present"
    case .adaptivePresentationStyle: "adaptive_presentation_style"
    case .viewControllerForAdaptivePresentationStyle: "view_controller_for_adaptive_presentation_style"
    case .prepare: "prepare"
    case .didChangeSelectedDetentIdentifier: "did_change_selected_detent_identifier"
    }
  }
}
