/// What a view's modifiers are told; the numbers are those they were made with.
public enum ViewEvent: Hashable, Sendable {
  case appeared(ActionID)
  case disappeared(ActionID)
  /// `onDismiss` of a presentation modifier (R40); the controller is the presented one.
  case dismissed(ActionID)
  case changed(ActionID, new: Value, old: Value)
  case taskStarted(ActionID, TaskID)
  case taskCancelled(TaskID)
  /// A representable's `makeUIViewController`: its view is not in the hierarchy yet.
  case made(ActionID)
  /// A representable's `updateUIViewController`.
  case updated(ActionID)
}
