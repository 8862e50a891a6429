extension JSONText {
  /// Why a text is not JSON of the kind that this project writes.
  public struct ReadingError: Error, CustomStringConvertible {
    public let description: String
  }

  /// Reads one JSON value. Numbers are cut to whole ones; nesting deeper than 64 is refused.
  ///
  /// - Complexity: O(*n*).
  public init(reading text: some Sequence<UInt8>) throws(ReadingError) {
    var reader = JSONReader(Array(text))
    self = try reader.document()
  }

  /// The value of a key of an object; nil when there is none or this is no object.
  public subscript(key: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var array: [JSONText]? { if case .array(let values) = self { values } else { nil } }

  /// The strings of an array; nil when this is no array, or something else is in it.
  public var strings: [String]? {
    guard let array else { return nil }
    let strings = array.compactMap(\.string)
    return strings.count == array.count ? strings : nil
  }
}

/// A reader over bytes, one value at a time.
private struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(JSONText.ReadingError) -> JSONText {
    let value = try value(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw wrong("the end") }
    return value
  }

  private mutating func value(depth: Int) throws(JSONText.ReadingError) -> JSONText {
    guard depth < 64 else { throw JSONText.ReadingError(description: "nested too deeply") }
    skipBlanks()
    switch peek {
    case UInt8(ascii: "{"): return .object(try members(depth))
    case UInt8(ascii: "["): return .array(try elements(depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .integer(try number())
    }
  }

  private mutating func members(_ depth: Int) throws(JSONText.ReadingError) -> [(key: String, value: JSONText)] {
    var members: [(key: String, value: JSONText)] = []
    position += 1
    skipBlanks()
    if take("}") { return [] }
    repeat {
      skipBlanks()
      let key = try string()
      skipBlanks()
      guard take(":") else { throw wrong("':'") }
      members.append((key, try value(depth: depth + 1)))
      skipBlanks()
    } while take(",")
    guard take("}") else { throw wrong("'}'") }
    return members
  }

  private mutating func elements(_ depth: Int) throws(JSONText.ReadingError) -> [JSONText] {
    var elements: [JSONText] = []
    position += 1
    skipBlanks()
    if take("]") { return [] }
    repeat {
      elements.append(try value(depth: depth + 1))
      skipBlanks()
    } while take(",")
    guard take("]") else { throw wrong("']'") }
    return elements
  }

  private mutating func string() throws(JSONText.ReadingError) -> String {
    guard take("\"") else { throw wrong("a string") }
    let start = position
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
    var content = bytes[start..<position]
    if take("\"") { return String(decoding: content, as: UTF8.self) }
    while let byte = peek, byte != UInt8(ascii: "\"") {
      position += 1
      if byte == UInt8(ascii: "\\") {
        content += try escape()
      } else {
        content.append(byte)
      }
    }
    guard take("\"") else { throw wrong("the end of a string") }
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func escape() throws(JSONText.ReadingError) -> [UInt8] {
    guard let byte = peek else { throw wrong("an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "u"): return try scalar()
    default: return [byte]
    }
  }

  private mutating func scalar() throws(JSONText.ReadingError) -> [UInt8] {
    var unit = try hexadecimal()
    if unit >> 10 == 0x36, peek == UInt8(ascii: "\\") {
      position += 2
      unit = 0x10000 + (unit & 0x3FF) << 10 + (try hexadecimal()) & 0x3FF
    }
    return Array(String(Unicode.Scalar(unit).map(Character.init) ?? "\u{FFFD}").utf8)
  }

  private mutating func hexadecimal() throws(JSONText.ReadingError) -> UInt32 {
    guard position + 4 <= bytes.count,
      let value = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw wrong("four hexadecimal digits") }
    position += 4
    return value
  }

  private mutating func number() throws(JSONText.ReadingError) -> Int {
    let start = position
    while let byte = peek, Self.isPartOfNumber(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let number = Int(text) { return number }
    guard let number = Double(text), abs(number) < 9e18 else { throw wrong("a value") }
    return Int(number)
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func word(_ word: String, _ value: JSONText) throws(JSONText.ReadingError) -> JSONText {
    guard bytes[position...].starts(with: word.utf8) else { throw wrong("a value") }
    position += word.utf8.count
    return value
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 32 || byte == 9 || byte == 10 || byte == 13 { position += 1 }
  }

  private func wrong(_ wanted: String) -> JSONText.ReadingError {
    JSONText.ReadingError(description: "byte \(position + 1): wanted \(wanted)")
  }
}
