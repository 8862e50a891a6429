import Moonsheet

/// What an error's message puts between quotes, the name that is wrong before those that are only spoken of.
struct QuotedNames {
  private struct Name {
    let text: String
    /// 0 for what a better name is proposed for, 1 for what is said not to be there, 2 for others, 3 for the object it is about.
    let rank: Int
  }

  private let names: [Name]

  /// In the order in which they stand in the message, but for double quotes.
  let all: [String]
  private let isNear: Bool

  init(_ message: String) {
    var names: [Name] = []
    var all: [String] = []
    var rest = message[...]
    while let open = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) {
      let quote = rest[open]
      let body = rest[rest.index(after: open)...]
      guard let close = body.firstIndex(of: quote) else { break }
      let text = String(body[..<close])
      let after = body[body.index(after: close)...]
      if quote == "'", !text.isEmpty { all.append(text) }
      let rank = Self.rank(before: message[..<open], after: after)
      if !text.isEmpty, quote == "'" || rank < 2 { names.append(Name(text: text, rank: rank)) }
      rest = after
    }
    self.all = all
    self.names = (0...3).flatMap { rank in names.filter { $0.rank == rank } }
    isNear = message.contains(" near '")
  }

  /// Whether it is known which name is wrong.
  var isSure: Bool { names.contains { $0.rank < 2 } }

  private static func rank(before: Substring, after: Substring) -> Int {
    if after.hasPrefix(" (did you mean") { return 0 }
    if after.hasPrefix(" of ") { return 1 }
    let words = before.split(separator: " ").suffix(2).map(String.init)
    guard let last = words.last else { return 2 }
    if words.first == "no" || words.last == "be" { return 1 }
    let isObject = last == "controller" || last == "binding" || Surface.constructors.contains { $0.name == last }
    return isObject ? 3 : 2
  }

  /// Where the name that is wrong stands in a line, in bytes; where that is known, no other name will do.
  func place(in line: String) -> Range<Int>? {
    let tokens = LuaTokens.all(of: Array(line.utf8))
    for name in names where !isSure || name.rank == names[0].rank {
      let exact = tokens.filter { $0.text == name.text }
      let found = exact.isEmpty ? tokens.filter { $0.kind == .string && Self.content(of: $0) == name.text } : exact
      if let token = isNear ? found.last : found.first { return token.range }
    }
    return nil
  }

  private static func content(of token: LuaToken) -> Substring { token.text.dropFirst().dropLast() }
}
