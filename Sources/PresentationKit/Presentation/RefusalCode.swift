/// The kinds of refusal; the raw value is the word traces use.
public enum RefusalCode: String, Hashable, Sendable, CaseIterable {
  /// The presenter presents something (R4).
  case alreadyPresenting = "already_presenting"
  /// The presenter's view is not in the window hierarchy (R5).
  case notInWindow = "not_in_window"
  /// A transition of the presenter runs (R6).
  case transitionInProgress = "transition_in_progress"
  /// What should be dismissed is in a transition (R30).
  case dismissInTransition = "dismiss_in_transition"
  /// Neither the receiver nor an ancestor presents or is presented (R32).
  case nothingToDismiss = "nothing_to_dismiss"
  /// A touch on content under a presented controller (C-35).
  case covered
}
