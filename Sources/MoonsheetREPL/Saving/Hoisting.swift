/// An input whose top-level locals are declared before it, so that it can stand in a function and they outside. Those that are
/// closed at its end stay inside, with those that are declared with them.
struct Hoisting {
  /// The locals, in the order of declaration.
  let names: [String]
  /// Those that stay inside.
  let inner: [String]
  /// The input, with its declarations turned into assignments.
  let text: String

  /// - Parameter export: what is run where the input reaches its end, for each local that stays inside.
  /// - Complexity: O(*n*) in the length, and in that times the number of declarations.
  init(_ source: String, export: (String) -> String = { _ in "" }) {
    var bytes = Array(source.utf8)
    let tokens = LuaTokens.all(of: bytes)
    var edits: [(range: Range<Int>, text: String)] = []
    var inner: [String] = []
    var depth = 0
    for (index, token) in tokens.enumerated() where token.kind == .keyword {
      switch token.text {
      case "function", "do", "if", "repeat": depth += 1
      case "end", "until": depth -= 1
      case "local" where depth == 0:
        let found = Self.edits(at: index, tokens)
        if found.contains(where: { tokens.closes($0.range) }) {
          inner += Self.names(at: index, tokens)
        } else {
          edits += found
        }
      default: break
      }
    }
    let top = TopLevel(bytes)
    let ending = inner.map(export).joined()
    if !ending.isEmpty {
      let end = top.finalReturn ?? bytes.count
      edits.append((range: end..<end, text: "\n\(ending)\n"))
    }
    for edit in edits.reversed() { bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8)) }
    names = top.locals.map(\.name).filter { !inner.contains($0) }
    self.inner = inner
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The names that a declaration with attributes declares.
  private static func names(at index: Int, _ tokens: [LuaToken]) -> [String] {
    var names: [String] = []
    var rest = tokens[(index + 1)...]
    while let name = rest.popFirst(), name.kind == .name {
      names.append(name.text)
      if rest.first?.text == "<" { rest = rest.dropFirst(3) }
      guard rest.popFirst()?.text == "," else { break }
    }
    return names
  }

  /// Takes away the word `local` and attributes; what has no value gets nil.
  private static func edits(at index: Int, _ tokens: [LuaToken]) -> [(range: Range<Int>, text: String)] {
    var edits = [(range: tokens[index].range, text: "")]
    guard index + 1 < tokens.count, tokens[index + 1].text != "function" else { return edits }
    var next = index + 1
    while next < tokens.count, tokens[next].kind == .name {
      next += 1
      if next + 2 < tokens.count, tokens[next].text == "<" {
        edits.append((range: tokens[next].range.lowerBound..<tokens[next + 2].range.upperBound, text: ""))
        next += 3
      }
      guard next < tokens.count, tokens[next].text == "," else { break }
      next += 1
    }
    let hasValue = next < tokens.count && tokens[next].text == "="
    let end = edits.count > 1 ? edits[edits.count - 1].range.upperBound : tokens[next - 1].range.upperBound
    if !hasValue {
      edits.append(
        (
          range: max(end, tokens[next - 1].range.upperBound)..<max(end, tokens[next - 1].range.upperBound),
          text: " = nil"
        ))
    }
    return edits
  }
}

extension [LuaToken] {
  /// Whether a range of the text is the attribute `<close>`.
  fileprivate func closes(_ range: Range<Int>) -> Bool {
    contains { $0.text == "close" && range.contains($0.range.lowerBound) }
  }
}
