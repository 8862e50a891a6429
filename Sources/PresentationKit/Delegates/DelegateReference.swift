/// Who is in the delegate slot of a presentation controller.
public enum DelegateReference: Hashable, Sendable {
  /// Methods written on the controller itself.
  case inline(ControllerID)
  /// An object the embedder owns; held weakly.
  case object(DelegateID)
}
