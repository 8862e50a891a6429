/// Who set a binding; the raw value is the word traces use.
public enum Writer: String, Hashable, Sendable {
  case script, system, user
}
