/// Which variable each name of a text means: one of its own top-level locals, another of its own, or one from outside.
struct ScopedNames {
  /// A name where it is read or assigned.
  struct Reference {
    let range: Range<Int>
    let name: String
    /// The top-level local that it means; nil for what comes from outside.
    let declaration: Int?
  }

  /// A top-level local, where it is declared.
  struct Declaration {
    let range: Range<Int>
    let name: String
    /// Its attribute with the brackets around it.
    var attribute: Range<Int>?
    var isClosed = false
  }

  /// A top-level statement that declares locals.
  struct Statement {
    /// The word `local`.
    let word: Range<Int>
    /// Its locals, as indices of the declarations.
    let declarations: Range<Int>
    let isFunction: Bool
    let hasValues: Bool
    let end: Int
  }

  private(set) var references: [Reference] = []
  private(set) var declarations: [Declaration] = []
  private(set) var statements: [Statement] = []
  /// Where top-level statements begin, in bytes.
  private(set) var beginnings: [Int] = []

  /// What a name means in a block: a top-level local by its index, or an inner one.
  private enum Meaning {
    case top(Int), inner
  }

  private let tokens: [LuaToken]
  private var position = 0
  private var blocks: [[String: Meaning]] = [[:]]

  /// Reads text that Lua has accepted as a chunk.
  ///
  /// - Complexity: O(*n*) in the length, times how deep blocks are nested.
  init(_ source: [UInt8]) {
    tokens = LuaTokens.all(of: source)
    while position < tokens.count {
      let start = position
      beginnings.append(tokens[position].range.lowerBound)
      statement()
      // What Lua accepts has no other token here.
      if position == start { position += 1 }
    }
  }

  // MARK: Tokens

  private var text: String { position < tokens.count ? tokens[position].text : "" }
  private var kind: LuaToken.Kind? { position < tokens.count ? tokens[position].kind : nil }

  private mutating func skip(_ expected: String) -> Bool {
    guard text == expected, kind != .string else { return false }
    position += 1
    return true
  }

  // MARK: Names

  private mutating func refer() {
    let token = tokens[position]
    position += 1
    switch blocks.lazy.reversed().compactMap({ $0[token.text] }).first {
    case nil: references.append(Reference(range: token.range, name: token.text, declaration: nil))
    case .top(let index): references.append(Reference(range: token.range, name: token.text, declaration: index))
    case .inner: break
    }
  }

  private mutating func declareInner(_ name: String) { blocks[blocks.count - 1][name] = .inner }

  private mutating func block(_ body: (inout ScopedNames) -> Void) {
    blocks.append([:])
    body(&self)
    blocks.removeLast()
  }

  // MARK: Statements

  private mutating func statements(until ends: Set<String>) {
    while position < tokens.count, !ends.contains(text) {
      let start = position
      statement()
      if position == start { position += 1 }
    }
  }

  private mutating func statement() {
    switch text {
    case ";", "break": position += 1
    case "::": position += 3
    case "goto": position += 2
    case "do":
      position += 1
      body()
    case "while":
      position += 1
      expression()
      _ = skip("do")
      body()
    case "repeat":
      position += 1
      block {
        $0.statements(until: ["until"])
        _ = $0.skip("until")
        $0.expression()
      }
    case "if": conditional()
    case "for": loop()
    case "function":
      position += 1
      refer()
      while text == "." || text == ":" {
        if text == ":" { return method() }
        position += 2
      }
      function()
    case "local": local()
    case "return":
      position += 1
      if position < tokens.count, !["end", "else", "elseif", "until", ";"].contains(text) { expressions() }
      _ = skip(";")
    default:
      suffixed()
      while skip(",") { suffixed() }
      if skip("=") { expressions() }
    }
  }

  private mutating func body() {
    block { $0.statements(until: ["end"]) }
    _ = skip("end")
  }

  private mutating func conditional() {
    repeat {
      position += 1
      if tokens[position - 1].text != "else" {
        expression()
        _ = skip("then")
      }
      block { $0.statements(until: ["elseif", "else", "end"]) }
    } while text == "elseif" || text == "else"
    _ = skip("end")
  }

  private mutating func loop() {
    position += 1
    var names: [String] = []
    repeat {
      names.append(text)
      position += 1
    } while skip(",")
    position += 1
    expressions()
    _ = skip("do")
    block {
      for name in names { $0.declareInner(name) }
      $0.statements(until: ["end"])
    }
    _ = skip("end")
  }

  private mutating func method() {
    position += 2
    block {
      $0.declareInner("self")
      $0.function()
    }
  }

  /// From the parameters on.
  private mutating func function() {
    _ = skip("(")
    block {
      while $0.position < $0.tokens.count, !$0.skip(")") {
        if $0.kind == .name { $0.declareInner($0.text) }
        $0.position += 1
      }
      $0.statements(until: ["end"])
    }
    _ = skip("end")
  }

  private mutating func local() {
    let word = tokens[position].range
    position += 1
    let isTop = blocks.count == 1
    let first = declarations.count
    let isFunction = skip("function")
    if isFunction {
      declare([Declaration(range: tokens[position].range, name: text)], isTop)
      position += 1
      function()
    }
    var names: [Declaration] = []
    while !isFunction, kind == .name {
      names.append(Declaration(range: tokens[position].range, name: text))
      position += 1
      if text == "<", position + 2 < tokens.count {
        names[names.count - 1].attribute = tokens[position].range.lowerBound..<tokens[position + 2].range.upperBound
        names[names.count - 1].isClosed = tokens[position + 1].text == "close"
        position += 3
      }
      guard skip(",") else { break }
    }
    let hasValues = !isFunction && skip("=")
    if hasValues { expressions() }
    // They are visible behind the statement.
    declare(names, isTop)
    guard isTop else { return }
    statements.append(
      Statement(
        word: word, declarations: first..<declarations.count, isFunction: isFunction, hasValues: hasValues,
        end: tokens[position - 1].range.upperBound))
  }

  private mutating func declare(_ names: [Declaration], _ isTop: Bool) {
    for name in names {
      guard isTop else {
        declareInner(name.name)
        continue
      }
      blocks[0][name.name] = .top(declarations.count)
      declarations.append(name)
    }
  }

  // MARK: Expressions

  private mutating func expressions() {
    expression()
    while skip(",") { expression() }
  }

  private static let binary: Set<String> = [
    "+", "-", "*", "/", "//", "^", "%", "&", "~", "|", ">>", "<<", "..", "<", "<=", ">", ">=", "==", "~=", "and", "or",
  ]

  private mutating func expression() {
    repeat {
      while kind != .string, ["not", "-", "#", "~"].contains(text) { position += 1 }
      operand()
    } while kind != .string && Self.binary.contains(text) && skip(text)
  }

  private mutating func operand() {
    switch (kind, text) {
    case (.name, _), (.symbol, "("): suffixed()
    case (.symbol, "{"): table()
    case (.keyword, "function"):
      position += 1
      function()
    default: position += 1
    }
  }

  /// A name or what is in parentheses, with the fields, keys and calls behind it.
  private mutating func suffixed() {
    if skip("(") {
      expression()
      _ = skip(")")
    } else if kind == .name {
      refer()
    } else {
      return
    }
    while true {
      switch (kind, text) {
      case (.symbol, "."), (.symbol, ":"): position += 2
      case (.symbol, "["):
        position += 1
        expression()
        _ = skip("]")
      case (.symbol, "("):
        position += 1
        if text != ")" || kind == .string { expressions() }
        _ = skip(")")
      case (.symbol, "{"): table()
      case (.string, _): position += 1
      default: return
      }
    }
  }

  private mutating func table() {
    position += 1
    while position < tokens.count, !skip("}") {
      let start = position
      if skip("[") {
        expression()
        _ = skip("]")
        _ = skip("=")
        expression()
      } else if kind == .name, position + 1 < tokens.count, tokens[position + 1].text == "=" {
        position += 2
        expression()
      } else {
        expression()
      }
      _ = skip(",") || skip(";")
      if position == start { position += 1 }
    }
  }
}
