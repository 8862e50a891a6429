/// What came of asking for a dismissal.
public enum RequestOutcome: Hashable, Sendable {
  /// Everybody agreed; the dismissal is under way.
  case accepted
  /// This controller's policy said no.
  case declined(by: ControllerID)
  /// There was nothing to ask, or it is in a transition.
  case refused(Refusal)
}
