/// One dismissal under way: what goes together, and what follows when it is gone.
struct Dismissal: Hashable, Sendable {
  /// The action of an alert that was chosen.
  struct Choice: Hashable, Sendable {
    var controller: ControllerID
    var label: String
    var action: ActionID?
  }

  let id: DismissalID
  /// Topmost first.
  let members: [PresentationID]
  /// Milliseconds from the beginning of the transition to its end.
  let duration: Int
  let completion: CompletionID?
  let choice: Choice?
  var hasBegun = false
}
