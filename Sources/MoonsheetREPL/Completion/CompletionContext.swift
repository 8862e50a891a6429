/// What stands at the end of a text: what kind of word is being typed there.
struct CompletionContext {
  enum Owner: Equatable {
    /// An argument of a function or method, or something in a table of it: `user:tap "`, `sheet { style = "`.
    case call(OpenCall)
    /// The value of a key of a table that nobody gets yet: `options = { style = "`.
    case option(String)
    /// What a field is assigned or compared with: `scene.profile = "`.
    case assigned(String)
    /// The key of a table: `_G["`.
    case key([String])
    case nobody
  }

  enum Place: Equatable {
    case name(String)
    /// Behind a dot or a colon.
    case member(path: [String], prefix: String, isMethod: Bool)
    /// Where a key of a table of options may stand: `sheet "Editor" { det`.
    case optionKey(OpenCall, prefix: String)
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
      let call = OpenCall(tokens), !call.keys.isEmpty
    {
      return .optionKey(call, prefix: prefix)
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

  /// Whose string it is that follows the tokens.
  private static func owner(_ tokens: [LuaToken]) -> Owner {
    guard let last = tokens.last else { return .nobody }
    if last.kind == .name, let callee = OpenCall.callee(tokens[...]) {
      return .call(OpenCall(callee: callee.names, isMember: callee.isMember))
    }
    if last.text == "[" { return .key(path(tokens.dropLast()[...])) }
    let before = tokens.dropLast().last
    switch last.text {
    case "(", "{", ",", ";": return OpenCall(tokens).map { .call($0) } ?? listed(tokens)
    case "=" where before?.kind == .name && [",", "{", ";"].contains(tokens.dropLast(2).last?.text):
      return OpenCall(tokens).map { .call($0) } ?? .option(before?.text ?? "")
    case "=", "==", "~=":
      guard before?.kind == .name else { return .nobody }
      let isField = tokens.dropLast(2).last?.text == "."
      return isField ? .assigned(before?.text ?? "") : last.text == "=" ? .option(before?.text ?? "") : .nobody
    default: return .nobody
    }
  }

  /// The key whose list is open in a table that nobody gets yet: `detents = { "medium", "`.
  private static func listed(_ tokens: [LuaToken]) -> Owner {
    guard let brace = tokens.lastIndex(where: { $0.text == "{" }), brace >= 2, tokens[brace - 1].text == "=" else {
      return .nobody
    }
    return .option(tokens[brace - 2].text)
  }
}
