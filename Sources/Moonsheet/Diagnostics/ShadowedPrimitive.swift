/// A primitive that a script's own local hides, as seen from Lua's message about the failed call.
struct ShadowedPrimitive {
  let name: String

  /// Nil unless the message speaks of a local or upvalue with a primitive's name.
  init?(message: String, primitives: Set<String>) {
    for kind in ["(local '", "(upvalue '"] {
      guard let name = Self.quoted(after: kind, in: message), primitives.contains(name) else { continue }
      self.name = name
      return
    }
    return nil
  }

  private static func quoted(after marker: String, in message: String) -> String? {
    let bytes = Array(message.utf8)
    let wanted = Array(marker.utf8)
    guard bytes.count > wanted.count else { return nil }
    for start in 0...(bytes.count - wanted.count) where bytes[start..<(start + wanted.count)].elementsEqual(wanted) {
      let name = bytes[(start + wanted.count)...].prefix { $0 != UInt8(ascii: "'") }
      return String(decoding: name, as: UTF8.self)
    }
    return nil
  }

  /// `; 'text' is your local of line 3, which hides moonsheet's 'text'`.
  ///
  /// The line is the nearest one at or before `line` on which a `local`, a `for` or a parameter list names it; where none is
  /// found the message names no line.
  func explanation(in source: [UInt8], before line: Int) -> String {
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).prefix(line)
    let declared = lines.indices.last { declares(String(decoding: lines[$0], as: UTF8.self)) }
    let place = declared.map { " of line \($0 + 1)" } ?? ""
    return "; '\(name)' is your local\(place), which hides moonsheet's '\(name)'"
  }

  /// Whether a line declares the name: between a keyword that introduces names and what ends their list.
  private func declares(_ line: String) -> Bool {
    var isInList = false
    var isAfterFunction = false
    for token in tokens(of: line) {
      switch token {
      case "local", "for": isInList = true
      case "function":
        // `local function f` declares f; other functions declare what stands in their brackets.
        if !isInList { isAfterFunction = true }
      case "(":
        isInList = isAfterFunction
        isAfterFunction = false
      case "=", "in", ")", ";", "{": isInList = false
      case name: if isInList { return true }
      default: break
      }
    }
    return false
  }

  private func tokens(of line: String) -> [String] {
    var tokens: [String] = []
    var word = ""
    for character in line {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      if !word.isEmpty { tokens.append(word) }
      word = ""
      tokens.append(String(character))
    }
    return word.isEmpty ? tokens : tokens + [word]
  }
}
