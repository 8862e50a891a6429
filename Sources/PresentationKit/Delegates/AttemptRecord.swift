/// What the scene keeps of one attempt.
struct AttemptRecord: Hashable, Sendable {
  let presentation: PresentationID
  let trigger: AttemptState.Trigger
  let count: Int
  /// Whether it was answered, by proceeding or by cancelling.
  var isAnswered = false
}
