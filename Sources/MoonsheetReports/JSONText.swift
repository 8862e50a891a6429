/// A JSON value with keys in the order they are given, so that output is stable.
public indirect enum JSONText: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case string(String)
  case array([JSONText])
  case object([(key: String, value: JSONText)])

  /// Compact JSON on one line; everything outside ASCII's printable range that JSON wants escaped is escaped.
  ///
  /// - Complexity: O(*n*) in the length of the output.
  public var text: String {
    var output = ""
    write(to: &output)
    return output
  }

  private func write(to output: inout String) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .integer(let value): output += "\(value)"
    case .string(let value): Self.quote(value, to: &output)
    case .array(let values):
      Self.write(values, between: ("[", "]"), to: &output) { $0.write(to: &$1) }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &output) { member, output in
        Self.quote(member.key, to: &output)
        output += ":"
        member.value.write(to: &output)
      }
    }
  }

  private static func write<T>(
    _ values: [T], between brackets: (String, String), to output: inout String, _ body: (T, inout String) -> Void
  ) {
    output += brackets.0
    for (position, value) in values.enumerated() {
      if position > 0 { output += "," }
      body(value, &output)
    }
    output += brackets.1
  }

  private static func quote(_ string: String, to output: inout String) {
    output += "\""
    defer { output += "\"" }
    // Most strings need no escape at all.
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      output += string
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028 || scalar.value == 0x2029:
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
  }
}
