/// A JSON value with keys in the order they are given, so that output is stable.
public enum JSONText: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case string(String)
  case array([JSONText])
  case object([(key: String, value: JSONText)])

  /// Compact JSON on one line; everything outside ASCII's printable range that JSON wants escaped is escaped.
  ///
  /// - Complexity: O(*n*) in the length of the output.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The bytes of ``text``.
  public var bytes: [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(256)
    write(to: &output)
    return output
  }

  private func write(to output: inout [UInt8]) {
    switch self {
    case .null: output += "null".utf8
    case .bool(let value): output += (value ? "true" : "false").utf8
    case .integer(let value): output += String(value).utf8
    case .string(let value): Self.quote(value, to: &output)
    case .array(let values):
      output.append(UInt8(ascii: "["))
      for (position, value) in values.enumerated() {
        if position > 0 { output.append(UInt8(ascii: ",")) }
        value.write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (position, member) in members.enumerated() {
        if position > 0 { output.append(UInt8(ascii: ",")) }
        Self.quote(member.key, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.write(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  static func quote(_ string: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    defer { output.append(UInt8(ascii: "\"")) }
    var string = string
    // Most strings need no escape at all.
    let isPlain = string.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) else { return false }
      output.append(contentsOf: bytes)
      return true
    }
    if isPlain { return }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\"".utf8
      case "\\": output += "\\\\".utf8
      case "\n": output += "\\n".utf8
      case "\r": output += "\\r".utf8
      case "\t": output += "\\t".utf8
      case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028 || scalar.value == 0x2029:
        let digits = String(scalar.value, radix: 16)
        output += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      default: output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }
}
