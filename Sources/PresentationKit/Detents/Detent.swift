/// `UISheetPresentationController.Detent`: a height at which a sheet may rest.
public enum Detent: Hashable, Sendable {
  /// Half of the container's height; inactive in compact height (R34).
  case medium
  /// The container's whole height.
  case large
  /// A height in points.
  case height(Double)
  /// A part of the container's height.
  case fraction(Double)
  /// A height in points that the responder gives; inactive where it gives none.
  case custom(String)

  /// `UISheetPresentationController.Detent.Identifier`, as traces and `selectedDetent` have it.
  public var identifier: String {
    switch self {
    case .medium: "medium"
    case .large: "large"
    case .height(let points): "height(\(numberText(points)))"
    case .fraction(let part): "fraction(\(numberText(part)))"
    case .custom(let identifier): identifier
    }
  }
}

/// A number as traces show it: whole ones without a fraction.
func numberText(_ number: Double) -> String {
  let text = number.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
