/// Where a sheet's `selectedDetentIdentifier` comes from.
public enum DetentSelection: Hashable, Sendable {
  /// nil in UIKit: the smallest detent.
  case smallest
  case identifier(String)
  /// SwiftUI's `selection:`; a user's change writes it, a script's write moves the sheet (R58).
  case binding(BindingID)
}
