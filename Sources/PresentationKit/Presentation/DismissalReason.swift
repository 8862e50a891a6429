/// Why a presentation ended; the raw value is the word traces use.
public enum DismissalReason: String, Hashable, Sendable, CaseIterable {
  case swipe
  case outside
  case escape
  case accessibilityEscape = "accessibility_escape"
  /// A button of an alert.
  case action
  case script
  case request
  case binding
  /// Something beneath it was dismissed.
  case ancestor
  case replaced
  case presenterRemoved = "presenter_removed"
  /// It was never presented.
  case refused

  /// Whether the user did it.
  public var isByUser: Bool {
    switch self {
    case .swipe, .outside, .escape, .accessibilityEscape, .action: true
    case .script, .request, .binding, .ancestor, .replaced, .presenterRemoved, .refused: false
    }
  }

  /// Whether the delegate hears `didDismiss`: a user's dismissal, but not an alert's own button.
  package var isToldToDelegate: Bool { isByUser && self != .action }
}
