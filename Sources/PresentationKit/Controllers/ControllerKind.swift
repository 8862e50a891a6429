/// What kind of view controller it is.
public enum ControllerKind: Hashable, Sendable {
  case viewController
  /// `UINavigationController`: the last child is visible.
  case navigation
  /// `UITabBarController`: the selected child is visible.
  case tabs
  /// A custom container: children whose view was added are visible, and its modal flag is its own (R24).
  case container
  /// `UIAlertController` of style `alert`.
  case alert
  /// `UIAlertController` of style `actionSheet`.
  case actionSheet
  /// A question of the system, in a window above everything; it takes all touches until it is answered.
  case systemPrompt

  /// Whether it is a `UIAlertController`.
  public var isAlert: Bool { self == .alert || self == .actionSheet }

  /// The name of a controller that was given none.
  var fallbackName: String {
    switch self {
    case .viewController: "controller"
    case .navigation: "navigation"
    case .tabs: "tabs"
    case .container: "container"
    case .alert: "alert"
    case .actionSheet: "action_sheet"
    case .systemPrompt: "system_prompt"
    }
  }
}
