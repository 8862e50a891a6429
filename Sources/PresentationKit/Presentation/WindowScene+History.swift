extension WindowScene {
  /// The latest presentation of a controller, under way or over; nil for one that was never presented.
  ///
  /// - Complexity: O(*n*) in the number of presentations so far.
  public func lastPresentation(of controller: ControllerID) -> PresentationID? {
    state.presentations.lastNumber { $0.controller == controller && $0.phase != .unused }.map(PresentationID.init)
  }
}
