import LuaRuntime
import Moonsheet
import PresentationKit

extension Session {
  /// Tells an error that came before anything ran.
  func fail(_ error: LuaError) {
    failure = error.kind == .fuel || error.kind == .memory || error.kind == .time ? .limitHit : .failed
    let site = error.site.map { SourceSite(file: $0.chunk, line: $0.line) }
    let message = namingCharacter(error.message, site)
    tell(.error, "error: \(worded(message))")
    tellPlace(site, message: message)
  }

  /// Lua names a byte that begins no token by its number; the character that it begins says more.
  private func namingCharacter(_ message: String, _ site: SourceSite?) -> String {
    guard let name = QuotedNames(message).all.last, name.hasPrefix("<\\"), name.hasSuffix(">"),
      let byte = UInt8(name.dropFirst(2).dropLast()), byte >= 0x80, let site,
      let lines = host.source(of: site.file)?.split(separator: 10, omittingEmptySubsequences: false),
      lines.indices.contains(site.line - 1)
    else { return message }
    let tokens = LuaTokens.all(of: Array(lines[site.line - 1]))
    guard
      let token = tokens.first(where: { $0.kind == .symbol && $0.text.utf8.first == byte && $0.text != "\u{FFFD}" }),
      escapingControls(token.text) == token.text
    else { return message }
    return message.replacing("'\(name)'", with: "'\(token.text)'")
  }

  /// Tells an error or a note as it arises. Warnings stand in the trace already.
  func tell(_ diagnostic: Diagnostic) {
    switch diagnostic.severity {
    case .warning: return
    case .note: tell(.note, diagnostic.description)
    case .error:
      // One interrupt ends all that runs, and each of those says so.
      if diagnostic.isInterrupt {
        guard !hasToldInterrupt else { return }
        hasToldInterrupt = true
      }
      // An error of a callback has its own entry in the trace, which was just told.
      let isTold = newEntries.last?.name == "error" && diagnostic.message.hasPrefix("in ")
      if !isTold { tell(.error, "error: \(explained(diagnostic.message))") }
      tellPlace(diagnostic.site, message: diagnostic.message)
      tellCallers(diagnostic.traceback)
    }
  }

  /// Tells who called the function that failed, when that says more than the place.
  private func tellCallers(_ frames: [LuaError.Frame]) {
    let callers = frames.filter { $0.site != nil }.dropFirst()
    for frame in callers.prefix(10) {
      guard let site = frame.site else { continue }
      tell(.source, "  called at \(site)" + (frame.function.map { " in \($0)" } ?? ""))
    }
  }

  /// Shows the line of an error with the place marked.
  private func tellPlace(_ site: SourceSite?, message: String) {
    guard let site else { return }
    let source = host.source(of: site.file) ?? []
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(site.line - 1) else { return tell(.source, "  \(site.file):\(site.line)") }
    func line(_ index: Int) -> String {
      let text = String(decoding: lines[index], as: UTF8.self)
      return text.last == "\r" ? String(text.dropLast()) : text
    }
    // What is wrong in a constructor may stand some lines below its beginning.
    let names = QuotedNames(message)
    let range = names.isSure ? site.line - 1..<min(site.line + 49, lines.count) : site.line - 1..<site.line
    let found = range.lazy.compactMap { index in names.place(in: line(index)).map { (index: index, range: $0) } }.first
    let shown = line(found?.index ?? site.line - 1)
    let head = "  \(site.file):\((found?.index ?? site.line - 1) + 1): "
    tell(.source, head + escapingControls(shown))
    guard let place = found?.range ?? Self.whole(shown) else { return }
    tell(.source, String(repeating: " ", count: DisplayWidth.columns(of: head)) + Self.marks(place, shown))
  }

  /// All that a line says.
  private static func whole(_ line: String) -> Range<Int>? {
    let tokens = LuaTokens.all(of: Array(line.utf8))
    guard let first = tokens.first, let last = tokens.last else { return nil }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// Carets below a range of bytes; columns of wide characters count double.
  private static func marks(_ range: Range<Int>, _ line: String) -> String {
    let bytes = Array(line.utf8)
    func columns(_ part: Range<Int>) -> Int {
      DisplayWidth.columns(of: escapingControls(String(decoding: bytes[part], as: UTF8.self)))
    }
    return String(repeating: " ", count: columns(0..<range.lowerBound))
      + String(repeating: "^", count: max(1, columns(range)))
  }

  /// What Lua calls an upvalue is a local to whoever typed it.
  private func worded(_ message: String) -> String {
    let marker = "(upvalue '"
    guard let name = QuotedNames(message).all.first(where: { message.contains(marker + $0 + "'") }),
      locals.all.contains(where: { $0.name == name })
    else { return message }
    let parts = message.split(separator: marker, omittingEmptySubsequences: false)
    return parts.joined(separator: "(local '")
  }

  /// A message with what the session knows of the name that is not defined.
  private func explained(_ message: String) -> String {
    if message.hasPrefix("undefined global '"), let name = QuotedNames(message).all.first,
      let input = waitingInput(of: name)
    {
      return
        "undefined global '\(name)': it is a local of input \(input), which waits before it"
    }
    return worded(message) + suggestion(for: message)
  }

  /// The last input that waits and has a top-level local of a name.
  private func waitingInput(of name: String) -> Int? {
    let waiting = host.waitingInputs
    let id = timeline.path(to: timeline.current).last { id in
      guard waiting.contains(timeline[id].number), let input = timeline[id].input else { return false }
      return TopLevel(input.bytes).locals.contains { $0.name == name }
    }
    return id.map { timeline[$0].number }
  }

  /// What is near in name among the session's own locals and globals, which the host does not know.
  private func suggestion(for message: String) -> String {
    guard message.hasPrefix("undefined global '"), !message.contains("did you mean"),
      let name = QuotedNames(message).all.first,
      let near = nearestName(to: name, among: locals.all.map(\.name) + globalNames())
    else { return "" }
    return " (did you mean '\(near)'?)"
  }
}
