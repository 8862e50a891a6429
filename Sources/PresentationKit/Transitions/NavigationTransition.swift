/// A push or pop under way.
struct NavigationTransition: Hashable, Sendable {
  let container: ControllerID
  let outgoing: ControllerID?
  let incoming: ControllerID?
  /// The controllers that leave for good, or nil if `incoming` is new.
  let removed: [ControllerID]?
}
