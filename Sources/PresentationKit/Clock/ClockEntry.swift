/// Something that happens later: data, so that a scene's state can be copied while it is pending.
struct ClockEntry: Hashable, Sendable {
  enum Event: Hashable, Sendable {
    case beginPresentation(PresentationID)
    case finishPresentation(PresentationID)
    case beginDismissal(DismissalID)
    case finishDismissal(DismissalID)
    /// The end of springing back; an attempt is reported then if the flag went up during the pull (C-19).
    case finishCancelling(PresentationID, attempt: AttemptState.Trigger?)
    case finishNavigation(ControllerID)
    /// The end of settling at another detent.
    case settleDetent(PresentationID)
    /// The system answers what was answered before, without asking.
    case answerPrompt(PresentationID)
    case update
    case timer(TimerID)
    case job(TimerID)

    /// Whether it belongs to a script rather than to the scene, which is at rest while it waits.
    var isTimer: Bool {
      if case .timer = self { true } else { false }
    }

    /// The presentation it moves on, where it is one alone.
    var presentation: PresentationID? {
      switch self {
      case .settleDetent(let id), .answerPrompt(let id): id
      default: transition
      }
    }

    /// The presentation whose own transition it belongs to.
    var transition: PresentationID? {
      switch self {
      case .beginPresentation(let id), .finishPresentation(let id), .finishCancelling(let id, _): id
      default: nil
      }
    }
  }

  /// Milliseconds on the clock.
  let deadline: Int
  /// Entries of one deadline run in the order in which they were made.
  let sequence: Int
  let event: Event

  var isTimer: Bool { event.isTimer }

  func isBefore(_ other: ClockEntry) -> Bool {
    deadline != other.deadline ? deadline < other.deadline : sequence < other.sequence
  }
}
