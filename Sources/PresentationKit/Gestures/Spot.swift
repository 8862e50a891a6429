/// Something on screen, or behind what is on screen, that has a name.
struct Spot {
  enum Reach: Equatable {
    case within
    /// A finger cannot do anything with it now, and why.
    case without(String)
    /// The first lies under the second.
    case covered(ControllerID, by: ControllerID)
  }

  /// The presented controller it belongs to, or the root.
  let owner: ControllerID
  let item: ContentItem
  let reach: Reach
}
