/// What stands at the end of a text: what kind of word is being typed there.
struct CompletionContext {
  enum Owner: Equatable {
    /// The value of an option: `style = "`.
    case option(String)
    /// The argument of a function or method: `user:tap "`.
    case call(String)
    /// What a field is assigned: `scene.profile = "`.
    case assigned(String)
    /// The key of a table: `_G["`.
    case key([String])
    case nobody
  }

  enum Place: Equatable {
    case name(String)
    /// Behind a dot or a colon.
    case member(path: [String], prefix: String, isMethod: Bool)
    /// Where a key of a constructor's table may stand: `sheet "Editor" { det`.
    case optionKey(constructor: String, prefix: String)
    /// Inside quotes.
    case string(prefix: String, Owner)
    /// In a comment or a number.
    case nothing
  }

  let place: Place
  /// The quote that a string began with.
  private(set) var quote = ""

  /// - Complexity: O(*n*).
  init(_ text: String) {
    let bytes = Array(text.utf8)
    var tokens = LuaTokens.all(of: bytes)
    let isAttached = tokens.last.map { $0.range.upperBound == bytes.count } ?? false
    guard let last = tokens.last, isAttached else {
      place = Self.inComment(text) ? .nothing : Self.place(ofPrefix: "", after: tokens)
      return
    }
    switch last.kind {
    case .unfinished where last.text.hasPrefix("--"): place = .nothing
    case .unfinished:
      tokens.removeLast()
      quote = String(last.text.prefix(1))
      place = .string(prefix: String(last.text.dropFirst()), Self.owner(tokens))
    case .name, .keyword:
      tokens.removeLast()
      place = Self.place(ofPrefix: last.text, after: tokens)
    case .number, .string: place = .nothing
    case .symbol: place = Self.inComment(text) ? .nothing : Self.place(ofPrefix: "", after: tokens)
    }
  }

  /// Whether the last line is a comment, which no token tells of.
  private static func inComment(_ text: String) -> Bool {
    guard let line = text.split(separator: "\n", omittingEmptySubsequences: false).last else { return false }
    let tokens = LuaTokens.all(of: Array(line.utf8))
    let rest = Array(line.utf8)[(tokens.last?.range.upperBound ?? 0)...]
    return rest.drop { $0 <= 32 }.starts(with: [45, 45])
  }

  private static func place(ofPrefix prefix: String, after tokens: [LuaToken]) -> Place {
    if let separator = tokens.last, separator.text == "." || separator.text == ":" {
      return .member(path: path(tokens.dropLast()), prefix: prefix, isMethod: separator.text == ":")
    }
    if let last = tokens.last, last.text == "{" || last.text == "," || last.text == ";",
      let constructor = constructor(tokens)
    {
      return .optionKey(constructor: constructor, prefix: prefix)
    }
    return .name(prefix)
  }

  /// The names joined by dots, or in brackets, at the end of some tokens; empty where something else stands there. A string in
  /// parentheses has the members of `string`.
  private static func path(_ tokens: ArraySlice<LuaToken>) -> [String] {
    let end = Array(tokens.suffix(3))
    if end.map(\.text).first == "(", end.last?.text == ")", end.count == 3, end[1].kind == .string { return ["string"] }
    var rest = tokens
    var names: [String] = []
    while let last = rest.popLast() {
      if last.text == "]", let key = rest.popLast(), key.kind == .string, rest.popLast()?.text == "[" {
        names.append(String(key.text.dropFirst().dropLast()))
        continue
      }
      guard last.kind == .name else { return [] }
      names.append(last.text)
      guard let separator = rest.last, separator.text == "." || separator.text == ":" else { return names.reversed() }
      rest = rest.dropLast()
    }
    return []
  }

  /// What is called with the table that is open at the end: `sheet "Editor" {`, `alert {`.
  private static func constructor(_ tokens: [LuaToken]) -> String? {
    var depth = 0
    for index in tokens.indices.reversed() {
      switch tokens[index].text {
      case "}", ")", "]": depth += 1
      case "(", "[":
        if depth == 0 { return nil }
        depth -= 1
      case "{":
        if depth == 0 { return caller(before: index, tokens) }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  private static func caller(before brace: Int, _ tokens: [LuaToken]) -> String? {
    var index = brace - 1
    while index >= 0, tokens[index].kind == .string || ["(", ","].contains(tokens[index].text) { index -= 1 }
    return index >= 0 && tokens[index].kind == .name ? tokens[index].text : nil
  }

  /// Whose string it is that follows the tokens.
  private static func owner(_ tokens: [LuaToken]) -> Owner {
    guard let last = tokens.last else { return .nobody }
    if last.kind == .name { return .call(last.text) }
    if last.text == "[" { return .key(path(tokens.dropLast()[...])) }
    let before = tokens.dropLast().last
    switch (last.text, before?.kind) {
    case ("(", .name): return .call(before?.text ?? "")
    case ("=", .name):
      let isField = tokens.dropLast(2).last?.text == "."
      return isField ? .assigned(before?.text ?? "") : .option(before?.text ?? "")
    case ("{", _), (",", _): return owner(inList: tokens)
    default: return .nobody
    }
  }

  /// The option whose list is open: `detents = { "medium", "`.
  private static func owner(inList tokens: [LuaToken]) -> Owner {
    guard let brace = tokens.lastIndex(where: { $0.text == "{" }), brace >= 2, tokens[brace - 1].text == "=" else {
      return .nobody
    }
    return .option(tokens[brace - 2].text)
  }
}
