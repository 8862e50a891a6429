/// `UIAlertAction.Style`, `ButtonRole`.
public enum ButtonRole: String, Hashable, Sendable {
  case none
  case cancel
  case destructive
}
