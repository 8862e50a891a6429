/// Why what was presented did, or did not, close at the last act: who was asked, what was answered, what followed, and
/// what would have changed it.
///
/// ```swift
/// scene.swipeDown()
/// for line in scene.explanation?.lines ?? [] { print(line) }
/// ```
public struct Explanation: Hashable, Sendable {
  /// A binding that was read while a question was answered.
  public struct Input: Hashable, Sendable {
    public var name: String
    public var value: Value
  }

  /// One question, in the order in which they were asked.
  public struct Question: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// Whether the controller is walled off by `forced`.
      case forced
      /// `isModalInPresentation`, and where its value comes from.
      case modalFlag(FlagSource)
      /// SwiftUI's `interactiveDismissDisabled`, somewhere in the content.
      case interactiveDismissDisabled
      /// `presentationControllerShouldDismiss(_:)`.
      case shouldDismiss
      /// `adaptivePresentationStyle(for:traitCollection:)`.
      case adaptivePresentationStyle
      /// `accessibilityPerformEscape()`.
      case performEscape
    }

    public var kind: Kind
    /// The name of the controller it was about.
    public var controller: String
    public var answer: String
    /// Where the answer was given, or where the value stands.
    public var site: SourceSite?
    /// The bindings that were read for the answer, in order.
    public var inputs: [Input]
  }

  /// Where a flag's value came from.
  public enum FlagSource: Hashable, Sendable {
    case constant, query
    case binding(String)
  }

  /// What followed from the act, in order.
  public enum Consequence: Hashable, Sendable {
    case presented(String, on: String)
    case dismissed(String, DismissalReason)
    /// A refused dismissal, and whether somebody was told.
    case attempted(String, AttemptState.Trigger, heard: Bool)
    /// The policy refused, and UIKit reports no attempt of it (R18).
    case refusedSilently(String)
    case sprangBack(String)
    /// A refused pull that was too short to be an attempt.
    case tooShort(String)
    case detent(String, String)
    case action(String, String)
    case noEffect(String, why: String)
    case refused(RefusalCode, String, text: String)
  }

  /// What would have led to another end.
  public enum Change: Hashable, Sendable {
    case withoutForced(String)
    case flag(String, FlagSource, isUp: Bool)
    case delegateAnswers(String, Bool, [Input])
    case delegateListens(String)
    case pullFurther(String)
    case wait(String)
  }

  /// What it says. NB: it is added to many times an act, so a copy costs one reference.
  struct Account: Hashable, Sendable {
    var acts: [String]
    var subject: String?
    var site: SourceSite?
    var questions: [Question] = []
    var consequences: [Consequence] = []
    /// The sheet whose gesture this explains.
    var gesture: PresentationID?
  }

  @Aside var account: Account

  mutating func amend(_ change: (inout Account) -> Void) { _account.change(change) }

  init(acts: [String], subject: String?, site: SourceSite?) {
    account = Account(acts: acts, subject: subject, site: site)
  }

  /// The acts, as traces name them; the parts of one gesture are explained together.
  public var acts: [String] { account.acts }
  /// The name of the controller it was aimed at, where there is one.
  public var subject: String? { account.subject }
  public var site: SourceSite? { account.site }
  public var questions: [Question] { account.questions }
  public var consequences: [Consequence] { account.consequences }

  /// What would have led to another end, the nearest first.
  public var changes: [Change] {
    questionChanges + consequenceChanges
  }

  private func wasTooShort(for name: String) -> Bool {
    consequences.contains { $0 == .sprangBack(name) || $0 == .tooShort(name) }
  }

  private var questionChanges: [Change] {
    var result: [Change] = []
    for question in questions {
      switch (question.kind, question.answer) {
      case (.forced, "true"): result.append(.withoutForced(question.controller))
      case (.modalFlag(let source), "true"): result.append(.flag(question.controller, source, isUp: true))
      case (.shouldDismiss, let answer):
        // A pull that was too short to decide would have ended the same way, whatever was answered.
        guard !wasTooShort(for: question.controller) else { continue }
        result.append(.delegateAnswers(question.controller, answer != "true", question.inputs))
      case (.interactiveDismissDisabled, _), (.forced, _), (.modalFlag, _), (.adaptivePresentationStyle, _),
        (.performEscape, _):
        continue
      }
    }
    return result
  }

  private var consequenceChanges: [Change] {
    var result: [Change] = []
    for consequence in consequences {
      switch consequence {
      case .attempted(let name, _, heard: false): result.append(.delegateListens(name))
      case .sprangBack(let name), .tooShort(let name): result.append(.pullFurther(name))
      case .refused(.transitionInProgress, let name, _), .refused(.dismissInTransition, let name, _):
        result.append(.wait(name))
      default: continue
      }
    }
    return result
  }
}
