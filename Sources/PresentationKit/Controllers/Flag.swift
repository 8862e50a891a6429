/// Where a controller's `isModalInPresentation` comes from.
public enum Flag: Hashable, Sendable {
  case constant(Bool)
  case binding(BindingID)
  /// Asked of the responder whenever the flag is read (C-19).
  case query
}
