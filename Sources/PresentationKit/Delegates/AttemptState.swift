/// A refused dismissal, as its handler sees it.
public struct AttemptState: Hashable, Sendable {
  /// What the user, or code asking like one, did.
  public enum Trigger: String, Hashable, Sendable {
    case swipe, outside, escape, request
  }

  /// The controller that stayed.
  public var controller: ControllerID
  public var presentation: PresentationID
  public var trigger: Trigger
  /// Which refusal of this presentation it is, counted from 1.
  public var count: Int
  /// A value no other attempt of the scene has, so that two equal attempts are two changes (S17).
  public var token: Int
  /// Whether proceeding does nothing: it was answered, or the presentation is over or going.
  public var isStale: Bool
}
