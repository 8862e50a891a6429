/// Where a presentation stands.
public enum PresentationPhase: Hashable, Sendable {
  /// The presentation controller exists (R10), nothing was presented with it.
  case unused
  /// `present` was accepted; its transition begins in the next turn.
  case linked
  /// Coming in.
  case presenting
  case presented
  /// A user's dismissal was accepted and is not yet decided: a finger holds it below the smallest detent (C-30), or
  /// `willDismiss` is being told.
  case pendingDismissal
  /// A pull was let go too early and the sheet springs back; a transition still (R14).
  case cancelling
  /// Going out, for good.
  case dismissing
  case ended

  /// Whether the controllers are linked: from the `present` call until the end of the dismissal.
  public var isLive: Bool { self != .unused && self != .ended }

  /// Whether a dismissal can begin (R30).
  var canBeDismissed: Bool { self == .presented || self == .pendingDismissal }

  /// Whether its view is there: from the beginning of its transition until the end of the dismissal.
  var isOnScreen: Bool { isLive && self != .linked }
}
