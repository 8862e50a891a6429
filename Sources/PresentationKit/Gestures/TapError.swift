/// Why a label or field could not be touched.
public enum TapError: Error, Hashable, Sendable {
  /// Nothing has this name; these are the names there are.
  case unknown(String, known: [String])
  /// Several things have this name.
  case ambiguous(String, known: [String])
}
