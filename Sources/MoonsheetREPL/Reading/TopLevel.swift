/// What stands at the top level of a chunk: the locals that are visible at its end, and its final `return`.
struct TopLevel {
  struct Local: Equatable {
    let name: String
    /// Whether it was declared `<const>` or `<close>`, and so cannot be assigned.
    var isConstant = false
    /// Whether it is closed at the end of its block.
    var isClosed = false
  }

  /// Each name once, in the order of declaration; the last declaration of a name decides.
  private(set) var locals: [Local] = []
  /// Where statements begin behind declarations, in bytes, with the locals declared since the one before.
  private(set) var declared: [(place: Int, locals: [Local])] = []
  /// The locals declared behind the last of these places.
  private(set) var lastDeclared: [Local] = []
  /// Where the final `return` begins, in bytes; nil when there is none.
  private(set) var finalReturn: Int?
  /// Whether a `return` stands in a block that is no function, so that what follows may not be reached.
  private(set) var returnsEarly = false
  /// Every name that stands in the text.
  private(set) var names: Set<String> = []
  /// The names that are assigned, or defined as functions, anywhere.
  private(set) var assigned: Set<String> = []
  /// How many locals are declared, each declaration counted.
  private(set) var declarations = 0
  private(set) var hasLabels = false
  /// Whether the chunk's own `...` is read.
  private(set) var usesArguments = false

  /// Reads text that Lua has accepted.
  ///
  /// - Complexity: O(*n*).
  init(_ source: [UInt8]) {
    let tokens = LuaTokens.all(of: source)
    var blocks: [String] = []
    var brackets = 0
    var isHeader = false
    for (index, token) in tokens.enumerated() {
      if blocks.isEmpty, brackets == 0, !lastDeclared.isEmpty, !(isHeader && token.text == "do"),
        token.beginsStatement(after: tokens[index - 1])
      {
        declared.append((token.range.lowerBound, lastDeclared))
        lastDeclared = []
      }
      switch token.kind {
      case .name:
        names.insert(token.text)
        let isFunction = index > 0 && tokens[index - 1].text == "function"
        if isFunction || index + 1 < tokens.count && tokens[index + 1].text == "=" { assigned.insert(token.text) }
      case .symbol:
        if token.text == "::" { hasLabels = true }
        if token.text == "...", !blocks.contains("function") { usesArguments = true }
        if ["(", "[", "{"].contains(token.text) { brackets += 1 }
        if [")", "]", "}"].contains(token.text) { brackets -= 1 }
      default: break
      }
      guard token.kind == .keyword else { continue }
      if blocks.isEmpty { isHeader = token.text == "for" || token.text == "while" || isHeader && token.text != "do" }
      switch token.text {
      case "function", "do", "if", "repeat": blocks.append(token.text)
      case "end", "until": _ = blocks.popLast()
      case "local" where blocks.isEmpty: declare(tokens[(index + 1)...])
      case "return" where blocks.isEmpty: finalReturn = token.range.lowerBound
      case "return" where !blocks.contains("function"): returnsEarly = true
      default: break
      }
    }
  }

  private mutating func declare(_ tokens: ArraySlice<LuaToken>) {
    guard let first = tokens.first else { return }
    if first.text == "function" {
      if let name = tokens.dropFirst().first { add(Local(name: name.text)) }
      return
    }
    var rest = tokens
    while let name = rest.popFirst(), name.kind == .name {
      let isAttributed = rest.first?.text == "<"
      let isClosed = isAttributed && rest.dropFirst().first?.text == "close"
      add(Local(name: name.text, isConstant: isAttributed, isClosed: isClosed))
      if isAttributed { rest = rest.dropFirst(3) }
      guard rest.popFirst()?.text == "," else { return }
    }
  }

  private mutating func add(_ local: Local) {
    declarations += 1
    locals.removeAll { $0.name == local.name }
    locals.append(local)
    lastDeclared.removeAll { $0.name == local.name }
    lastDeclared.append(local)
  }
}

extension LuaToken {
  /// Whether a statement begins here, outside of brackets, as sure as the token before can tell: what begins with a bracket goes
  /// on with what stands before it.
  fileprivate func beginsStatement(after previous: LuaToken) -> Bool {
    switch kind {
    case .keyword where text == "function": previous.endsStatement
    case .keyword: ["do", "for", "goto", "if", "local", "repeat", "return", "while"].contains(text)
    case .name: previous.endsStatement
    case .symbol: text == "(" && previous.text == ";"
    case .number, .string, .unfinished: false
    }
  }

  /// Whether a statement can end here.
  private var endsStatement: Bool {
    switch kind {
    case .name, .number, .string: true
    case .keyword: ["break", "end", "false", "nil", "true"].contains(text)
    case .symbol: [")", "]", "}", "...", ";"].contains(text)
    case .unfinished: false
    }
  }
}
