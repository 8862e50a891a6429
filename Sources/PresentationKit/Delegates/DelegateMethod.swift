/// The methods of `UIAdaptivePresentationControllerDelegate`.
public enum DelegateMethod: Hashable, Sendable, CaseIterable {
  case shouldDismiss
  case willDismiss
  case didDismiss
  case didAttemptToDismiss
  case willPresent
  case adaptivePresentationStyle
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
    case .didChangeSelectedDetentIdentifier: "did_change_selected_detent_identifier"
    }
  }
}
