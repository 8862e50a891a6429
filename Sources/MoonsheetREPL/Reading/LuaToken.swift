/// One token of Lua source text, as far as a prompt needs to tell them apart.
struct LuaToken: Equatable {
  enum Kind: Equatable {
    case name, keyword, number, string, symbol
    /// A string or comment that the text ends in.
    case unfinished
  }

  let kind: Kind
  /// Where it stands, in bytes.
  let range: Range<Int>
  /// Its text; of strings with their quotes.
  let text: String
  /// Of what the text ends in: what would have to stand before the next line for it to be read alone; nil where no next line
  /// makes it whole.
  var opener: [UInt8]?
}

/// Splits source text into tokens; comments and blanks are left out. It never fails: what it cannot read is a symbol.
struct LuaTokens {
  static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not",
    "or", "repeat", "return", "then", "true", "until", "while",
  ]

  private let bytes: [UInt8]
  private var position = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Complexity: O(*n*).
  static func all(of source: [UInt8]) -> [LuaToken] {
    var reader = LuaTokens(source)
    var tokens: [LuaToken] = []
    while let token = reader.next() { tokens.append(token) }
    return tokens
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func byte(after offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func next() -> LuaToken? {
    while let byte = current {
      if byte == UInt8(ascii: "-"), self.byte(after: 1) == UInt8(ascii: "-") {
        let start = position
        if let level = skipComment() { return token(.unfinished, from: start, opener: [45, 45] + Self.opening(level)) }
      } else if byte <= 32 {
        position += 1
      } else {
        return read(byte)
      }
    }
    return nil
  }

  private mutating func read(_ byte: UInt8) -> LuaToken {
    let start = position
    if Self.isNameStart(byte) {
      while let byte = current, Self.isNamePart(byte) { position += 1 }
      let word = String(decoding: bytes[start..<position], as: UTF8.self)
      return token(Self.keywords.contains(word) ? .keyword : .name, from: start)
    }
    if (48...57).contains(byte) {
      skipNumber()
      return token(.number, from: start)
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      switch skipQuoted(byte) {
      case .whole: return token(.string, from: start)
      case .broken: return token(.unfinished, from: start)
      case .open(let opener): return token(.unfinished, from: start, opener: opener)
      }
    }
    if byte == UInt8(ascii: "["), let level = longLevel(at: position) {
      let isWhole = skipLong(level)
      return isWhole ? token(.string, from: start) : token(.unfinished, from: start, opener: Self.opening(level))
    }
    position += symbolLength
    return token(.symbol, from: start)
  }

  private func token(_ kind: LuaToken.Kind, from start: Int, opener: [UInt8]? = nil) -> LuaToken {
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    return LuaToken(kind: kind, range: start..<position, text: text, opener: opener)
  }

  private static func opening(_ level: Int) -> [UInt8] {
    [UInt8(ascii: "[")] + Array(repeating: UInt8(ascii: "="), count: level) + [UInt8(ascii: "[")]
  }

  private var symbolLength: Int {
    // A character of several bytes is one symbol.
    if let byte = current, byte >= 0xC2 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      let part = bytes[position..<min(position + length, bytes.count)]
      if String(validating: part, as: UTF8.self) != nil { return length }
    }
    for symbol in ["...", "::", "..", "==", "~=", "<=", ">=", "//", "<<", ">>"] {
      if bytes[position...].starts(with: symbol.utf8) { return symbol.utf8.count }
    }
    return 1
  }

  /// Skips a comment; the level of its brackets when the text ends in it and more could follow.
  private mutating func skipComment() -> Int? {
    position += 2
    if let level = longLevel(at: position) { return skipLong(level) ? nil : level }
    while let byte = current, byte != 10 { position += 1 }
    return nil
  }

  private mutating func skipNumber() {
    while let byte = current {
      let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      let follows = position > 0 ? bytes[position - 1] | 32 : 0
      guard Self.isNamePart(byte) || byte == UInt8(ascii: ".") || isSign && (follows == 101 || follows == 112) else {
        return
      }
      position += 1
    }
  }

  private enum Quoted {
    case whole, broken
    case open([UInt8])
  }

  private mutating func skipQuoted(_ quote: UInt8) -> Quoted {
    position += 1
    while let byte = current {
      position += 1
      if byte == quote { return .whole }
      if byte == 10 || byte == 13 { return .broken }
      guard byte == UInt8(ascii: "\\") else { continue }
      let escaped = current
      position = min(position + 1, bytes.count)
      switch escaped {
      case UInt8(ascii: "z"):
        while let byte = current, byte == 32 || (9...13).contains(byte) { position += 1 }
        if position == bytes.count { return .open([quote, byte, UInt8(ascii: "z")]) }
      case 10, 13:
        // A newline of two bytes is one.
        if let next = current, next == 10 || next == 13, next != escaped { position += 1 }
        if position == bytes.count { return .open([quote]) }
      case nil: return .open([quote])
      default: break
      }
    }
    return .broken
  }

  /// The number of `=` of a long bracket that opens at an index; nil when none does.
  private func longLevel(at start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return nil }
    var end = start + 1
    while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "[") ? end - start - 1 : nil
  }

  private mutating func skipLong(_ level: Int) -> Bool {
    let closing = [UInt8(ascii: "]")] + Array(repeating: UInt8(ascii: "="), count: level) + [UInt8(ascii: "]")]
    position += level + 2
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "]"), bytes[position...].starts(with: closing) {
        position += closing.count
        return true
      }
      position += 1
    }
    return false
  }

  static func isNameStart(_ byte: UInt8) -> Bool {
    byte == 95 || (65...90).contains(byte) || (97...122).contains(byte)
  }

  static func isNamePart(_ byte: UInt8) -> Bool { isNameStart(byte) || (48...57).contains(byte) }
}
