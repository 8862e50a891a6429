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
  /// How far below the resting detent, in parts of the sheet's height.
  var fraction = 0.0
  var stage = Stage.tracking
  var attempted = false
}
