/// What a system prompt was answered with.
struct PromptAnswer: Hashable, Sendable {
  var label: String
  var action: ActionID?
}
