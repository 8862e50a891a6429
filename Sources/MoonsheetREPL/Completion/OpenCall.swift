/// The call that is open at the end of some tokens: who is called, which argument is being typed, and where in its tables.
struct OpenCall: Equatable {
  /// The names before the arguments: `user`, `tap`.
  var callee: [String]
  /// Whether what is called is a member of something.
  var isMember: Bool
  /// Which argument is being typed, from 1.
  var position = 1
  /// For each table that is open inside of the argument, the outermost first, the key whose value is being typed; nil in a list
  /// and where a key is to come.
  var keys: [String?] = []

  var name: String { callee.last ?? "" }

  /// Nil where none is open: at the beginning of a statement, and in a table that nobody gets.
  init?(_ tokens: [LuaToken]) {
    var keys: [String?] = []
    var rest = tokens[...]
    while true {
      let key = Self.key(rest)
      guard let found = Self.opening(rest) else { return nil }
      let (commas, opener) = found
      rest = tokens[..<opener]
      if tokens[opener].text == "(" {
        guard let callee = Self.callee(rest) else { return nil }
        (self.callee, isMember, position) = (callee.names, callee.isMember, commas + 1)
        self.keys = keys
        return
      }
      guard tokens[opener].text == "{" else { return nil }
      keys.insert(key, at: 0)
      guard let last = rest.last else { return nil }
      if ["(", ",", ";", "{", "="].contains(last.text), last.kind == .symbol { continue }
      guard let callee = Self.callee(Self.withoutArgument(rest)) else { return nil }
      (self.callee, isMember) = (callee.names, callee.isMember)
      self.keys = keys
      return
    }
  }

  /// A string right behind a name: `tap "`.
  init(callee: [String], isMember: Bool) {
    self.callee = callee
    self.isMember = isMember
  }

  /// The key that stands before the end, up to the separator or bracket before it.
  private static func key(_ tokens: ArraySlice<LuaToken>) -> String? {
    guard tokens.last?.text == "=", let name = tokens.dropLast().last, name.kind == .name else { return nil }
    let before = tokens.dropLast(2).last?.text
    return before == "{" || before == "," || before == ";" ? name.text : nil
  }

  /// The bracket that is open at the end, and how many commas stand behind it.
  private static func opening(_ tokens: ArraySlice<LuaToken>) -> (commas: Int, index: Int)? {
    var (depth, commas) = (0, 0)
    for index in tokens.indices.reversed() where tokens[index].kind == .symbol || tokens[index].kind == .keyword {
      switch tokens[index].text {
      case ")", "]", "}", "end", "until": depth += 1
      case "(", "[", "{":
        if depth == 0 { return (commas, index) }
        depth -= 1
      case "function", "if", "do", "repeat":
        if depth == 0 { return nil }
        depth -= 1
      case "," where depth == 0: commas += 1
      case "then", "else", "elseif", "return", "local", "for", "while", "in":
        if depth == 0 { return nil }
      default: break
      }
    }
    return nil
  }

  /// What stands before a string that is an argument itself: `sheet` of `sheet "Editor" {`.
  private static func withoutArgument(_ tokens: ArraySlice<LuaToken>) -> ArraySlice<LuaToken> {
    if tokens.last?.kind == .string { return tokens.dropLast() }
    guard tokens.last?.text == ")", let (_, index) = opening(tokens.dropLast()) else { return tokens }
    return tokens[..<index]
  }

  /// The names joined by dots and a colon at the end.
  static func callee(_ tokens: ArraySlice<LuaToken>) -> (names: [String], isMember: Bool)? {
    var rest = tokens
    var names: [String] = []
    while let last = rest.popLast(), last.kind == .name {
      names.insert(last.text, at: 0)
      guard let separator = rest.last, separator.text == "." || separator.text == ":" else {
        return (names, names.count > 1)
      }
      rest = rest.dropLast()
    }
    // A method of what is no name: `text("x"):sheet {`.
    return names.isEmpty ? nil : (names, true)
  }
}
