/// What is wrong with a Lua pattern. Lua itself tells only when matching gets that far.
struct LuaPattern {
  private let bytes: [UInt8]
  private var place = 0
  /// For each capture, whether it is closed.
  private var captures: [Bool] = []

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// The fault, in Lua's words; nil when there is none. Without any magic character a pattern is plain text.
  ///
  /// - Complexity: O(*n*).
  static func problem(in text: String) -> String? {
    guard text.utf8.contains(where: { "^$*+?.([%-".utf8.contains($0) }) else { return nil }
    var pattern = LuaPattern(text)
    return pattern.scan()
  }

  private mutating func next() -> Character? {
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return Character(Unicode.Scalar(bytes[place]))
  }

  private mutating func scan() -> String? {
    while let character = next() {
      var problem: String?
      switch character {
      case "(": captures.append(false)
      case ")": problem = close()
      case "%": problem = escape()
      case "[": problem = set()
      default: break
      }
      if captures.count > 32 { return "too many captures" }
      if let problem { return problem }
    }
    return captures.contains(false) ? "unfinished capture" : nil
  }

  private mutating func close() -> String? {
    guard let open = captures.lastIndex(of: false) else { return "invalid pattern capture" }
    captures[open] = true
    return nil
  }

  private mutating func escape() -> String? {
    switch next() {
    case nil: return "malformed pattern (ends with '%')"
    case "b": return next() == nil || next() == nil ? "malformed pattern (missing arguments to '%b')" : nil
    case "f": return next() == "[" ? set() : "missing '[' after '%f' in pattern"
    case let digit? where digit.isASCII && digit.isWholeNumber:
      let number = digit.wholeNumberValue ?? 0
      let isThere = captures.indices.contains(number - 1) && captures[number - 1]
      return isThere ? nil : "invalid capture index %\(number)"
    default: return nil
    }
  }

  /// A set, behind its bracket. A bracket that comes first in it closes nothing.
  private mutating func set() -> String? {
    var isFirst = true
    var character = next()
    if character == "^" { character = next() }
    while let member = character {
      if member == "]", !isFirst { return nil }
      if member == "%", next() == nil { break }
      isFirst = false
      character = next()
    }
    return "malformed pattern (missing ']')"
  }
}
