/// What a binding holds or a dismissal brings back.
public enum Value: Hashable, Sendable {
  case none
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  /// A value only the embedder understands: its number, and how a trace shows it.
  case reference(Int, description: String)

  /// Every NaN equals every other, so that setting one again is no change.
  public static func == (lhs: Value, rhs: Value) -> Bool {
    switch (lhs, rhs) {
    case (.none, .none): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b || (a.isNaN && b.isNaN)
    case (.string(let a), .string(let b)): a == b
    case (.reference(let a, let first), .reference(let b, let second)): a == b && first == second
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .none: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value.isNaN ? .nan : value)
    case .string(let value): hasher.combine(value)
    case .reference(let number, let description):
      hasher.combine(number)
      hasher.combine(description)
    }
  }

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
