extension Explanation {
  /// The explanation in plain words, one fact a line.
  public var lines: [String] {
    let head = acts.joined(separator: ", ") + (subject.map { " on \($0)" } ?? "") + (site.map { " at \($0)" } ?? "")
    return [head] + questions.map(Self.line) + consequences.map(Self.line) + changes.map(Self.line)
  }

  private static func line(_ question: Question) -> String {
    let who = question.controller
    let place = question.site.map { " at \($0)" } ?? ""
    let read = question.inputs.isEmpty ? "" : ", which read " + text(question.inputs)
    return switch question.kind {
    case .forced: "\(who) is forced\(place): the user cannot dismiss it"
    case .modalFlag(let source):
      "is_modal_in_presentation of \(who) was \(question.answer) (\(text(source)))\(place)\(read)"
    case .interactiveDismissDisabled: "the content of \(who) disables interactive dismissal"
    case .shouldDismiss: "should_dismiss of \(who) answered \(question.answer)\(place)\(read)"
    case .adaptivePresentationStyle:
      "adaptive_presentation_style of \(who) answered \(question.answer)\(place)\(read)"
    case .performEscape: "perform_escape of \(who) answered \(question.answer)\(place)\(read)"
    }
  }

  private static func line(_ consequence: Consequence) -> String {
    switch consequence {
    case .presented(let name, let presenter): "\(name) was presented on \(presenter)"
    case .dismissed(let name, let reason): "\(name) was dismissed (\(reason.rawValue))"
    case .attempted(let name, let trigger, true):
      "\(name) stayed; its delegate was told of the attempt (\(trigger.rawValue))"
    case .attempted(let name, let trigger, false):
      "\(name) stayed; nobody listens to did_attempt_to_dismiss (\(trigger.rawValue))"
    case .refusedSilently(let name): "\(name) stayed; UIKit reports no attempt of a tap outside"
    case .sprangBack(let name): "\(name) was let go too early and sprang back"
    case .tooShort(let name): "\(name) resisted; the pull was too short to count as an attempt"
    case .detent(let name, let detent): "\(name) moved to the detent \(detent)"
    case .action(let name, let label): "the action \(quoted(label)) of \(name) ran"
    case .noEffect(let name, let why): "nothing happened to \(name): \(why)"
    case .refused(let code, let name, let text): "refused (\(code.rawValue)) for \(name): \(text)"
    }
  }

  private static func line(_ change: Change) -> String {
    switch change {
    case .withoutForced(let name): "without forced, the flag and the policy of \(name) would have decided"
    case .flag(let name, let source, _):
      "with is_modal_in_presentation of \(name) down (\(text(source))), its should_dismiss would have decided, and without one it would have gone"
    case .delegateAnswers(let name, let answer, let inputs):
      "had should_dismiss of \(name) answered \(answer), it would have \(answer ? "gone" : "stayed")"
        + (inputs.isEmpty ? "" : "; it looked at " + text(inputs))
    case .delegateListens(let name): "with did_attempt_to_dismiss, \(name) could have said why"
    case .pullFurther(let name): "a longer or faster pull would have decided for \(name)"
    case .wait(let name): "after the completion of the transition, \(name) would not have been refused for it"
    }
  }

  private static func text(_ inputs: [Input]) -> String {
    inputs.map { "\($0.name) = \($0.value.traceText)" }.joined(separator: ", ")
  }

  private static func text(_ source: FlagSource) -> String {
    switch source {
    case .constant: "a constant"
    case .query: "a function"
    case .binding(let name): "the binding \(name)"
    }
  }
}
