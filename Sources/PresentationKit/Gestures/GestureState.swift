/// A finger on a sheet.
struct GestureState: Hashable, Sendable {
  enum Stage: Hashable, Sendable {
    /// Not below the smallest detent yet.
    case tracking
    /// The sheet follows, and will go or spring back.
    case interactive
    /// The sheet resists (R12, R13).
    case refused(byFlag: Bool)
  }

  let target: PresentationID
  /// The height at which the sheet rested when the finger came, in points.
  let origin: Double
  /// How far the finger has gone down, in points.
  var travel = 0.0
  var stage = Stage.tracking
  var attempted = false
}
