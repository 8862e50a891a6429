/// The lines of an input that is not complete yet, and what can be told of them without the parser.
///
/// The parser reads an input from its beginning. Asked after each line of a long one it would take time that grows with the square
/// of the length, so of a long one it is asked only where the input may be complete, and now and then, for errors to be told early.
struct PendingLines {
  /// The lines, joined by newlines.
  private(set) var text: [UInt8] = []
  private var count = 0
  /// How long the text was when the parser was to be asked last.
  private var asked = 0

  /// Blocks and brackets that are open.
  private var depth = 0
  /// Loops whose `do` is still to come.
  private var loops = 0
  /// What began a string or comment that is open.
  private var opener: [UInt8] = []
  /// Whether the last token asks for another one.
  private var trails = false

  var isEmpty: Bool { count == 0 }
  var isBlank: Bool { text.allSatisfy { $0 <= 32 } }

  /// Whether the parser is to be asked.
  private(set) var mayBeComplete = true

  mutating func add(_ line: [UInt8]) {
    if count > 0 { text.append(10) }
    text += line
    count += 1
    read(line)
    let isSurelyOpen = depth > 0 || !opener.isEmpty || trails
    mayBeComplete = !isSurelyOpen || count <= 32 || text.count >= asked + asked / 2
    if mayBeComplete { asked = text.count }
  }

  private mutating func read(_ line: [UInt8]) {
    let tokens = LuaTokens.all(of: opener + line + [10])
    for token in tokens { count(token) }
    opener = tokens.last?.opener ?? []
    // A line that is blank, or a comment, changes nothing.
    guard let last = tokens.last else { return }
    trails = Self.trailing.contains(last.text)
  }

  private mutating func count(_ token: LuaToken) {
    guard token.kind == .keyword || token.kind == .symbol else { return }
    switch token.text {
    case "function", "if", "repeat", "(", "{", "[": depth += 1
    case "for", "while":
      depth += 1
      loops += 1
    case "do" where loops > 0: loops -= 1
    case "do": depth += 1
    case "end", "until", ")", "}", "]": depth -= 1
    default: break
    }
  }

  private static let trailing: Set<String> = [
    "+", "-", "*", "/", "%", "^", "#", "&", "~", "|", "<", ">", "=", ",", ".", ":", "..", "==", "~=", "<=", ">=", "//",
    "<<",
    ">>", "and", "or", "not", "local", "function", "goto",
  ]
}
