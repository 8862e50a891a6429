/// What a binding holds or a dismissal brings back.
public enum Value: Hashable, Sendable {
  case none
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  /// A value only the embedder understands: its number, and how a trace shows it.
  case reference(Int, description: String)

  /// Whether the value counts as yes where a flag is wanted: everything but `none` and `false`.
  public var isTrue: Bool { self != .none && self != .bool(false) }

  /// The value as a trace shows it. A string is shown bare unless it could be taken for something else.
  public var traceText: String {
    switch self {
    case .none: "nil"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): value.description
    case .string(let value): Self.readsAsWord(value) ? value : quoted(value)
    case .reference(_, let description): escapingControls(description)
    }
  }

  /// The value as a name: a string bare, whatever it could be taken for.
  var plainText: String {
    if case .string(let text) = self { text } else { traceText }
  }

  private static func readsAsWord(_ text: String) -> Bool {
    if ["", "nil", "true", "false"].contains(text) || Double(text) != nil { return false }
    guard text.first != " ", text.last != " " else { return false }
    return !text.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || isUnsafeInTrace($0) }
  }
}
