/// What a controller's `accessibilityPerformEscape()` does.
public enum EscapeHandling: Hashable, Sendable {
  /// UIKit's default: nothing.
  case unhandled
  /// As a user's act, through the policy of the presentation it is in (C-7).
  case policy
  /// The responder's own; what it does is done by code.
  case override
}
