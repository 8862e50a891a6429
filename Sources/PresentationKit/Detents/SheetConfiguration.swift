/// What a controller's `sheetPresentationController` is made with in each cycle.
///
/// ```swift
/// var sheet = SheetConfiguration()
/// sheet.detents = [.medium, .large]
/// ```
public struct SheetConfiguration: Hashable, Sendable {
  /// The heights at which it rests; an empty list counts as `[.large]`.
  public var detents: [Detent] = [.large]
  /// Where it rests at first.
  public var selectedDetent = DetentSelection.smallest
  /// Up to this detent there is no dimming, and touches outside go to what lies behind (R19); nil dims always.
  public var largestUndimmedDetent: String?
  /// A fact for whoever draws; it changes nothing.
  public var prefersGrabberVisible = false
  /// Scrolling up at the edge makes the sheet larger before its content scrolls (R16).
  public var prefersScrollingExpandsWhenScrolledToEdge = true
  /// In compact height it keeps its detents rather than filling the screen (R34).
  public var prefersEdgeAttachedInCompactHeight = false

  public init() {}
}
