import LuaRuntime
import Moonsheet
import PresentationKit

extension Session {
  /// Tells an error that came before anything ran.
  func fail(_ error: LuaError) {
    failure = error.kind == .fuel || error.kind == .memory || error.kind == .time ? .limitHit : .failed
    tell(.error, "error: \(worded(error.message))")
    tellPlace(error.site.map { SourceSite(file: $0.chunk, line: $0.line) }, message: error.message)
  }

  /// Tells an error or a note as it arises. Warnings stand in the trace already.
  func tell(_ diagnostic: Diagnostic) {
    switch diagnostic.severity {
    case .warning: return
    case .note: tell(.note, diagnostic.description)
    case .error:
      // An error of a callback has its own entry in the trace, which was just told.
      let isTold = newEntries.last?.name == "error" && diagnostic.message.hasPrefix("in ")
      if !isTold { tell(.error, "error: \(worded(diagnostic.message))\(suggestion(for: diagnostic.message))") }
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
    guard let source = host.source(of: site.file) else { return tell(.source, "  \(site.file):\(site.line)") }
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(site.line - 1) else { return tell(.source, "  \(site.file):\(site.line)") }
    let line = String(decoding: lines[site.line - 1], as: UTF8.self)
    let head = "  \(site.file):\(site.line): "
    tell(.source, head + escapingControls(line))
    guard let mark = Self.mark(in: line, message) else { return }
    tell(.source, String(repeating: " ", count: head.count) + mark)
  }

  /// Carets below what a message quotes, where the line has it; below the whole line else.
  private static func mark(in line: String, _ message: String) -> String? {
    for quoted in quotedNames(message) {
      let tokens = LuaTokens.all(of: Array(line.utf8)).filter { $0.text == quoted || $0.text.contains("\"\(quoted)\"") }
      guard let token = message.contains("near") ? tokens.last : tokens.first else { continue }
      return marks(token.range, line)
    }
    let tokens = LuaTokens.all(of: Array(line.utf8))
    guard let first = tokens.first, let last = tokens.last else { return nil }
    return marks(first.range.lowerBound..<last.range.upperBound, line)
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

  /// What stands between single quotes in a message, in order.
  private static func quotedNames(_ message: String) -> [String] {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }.filter { !$0.isEmpty }
  }

  /// What Lua calls an upvalue is a local to whoever typed it.
  private func worded(_ message: String) -> String {
    let marker = "(upvalue '"
    guard let name = Self.quotedNames(message).first(where: { message.contains(marker + $0 + "'") }),
      locals.all.contains(where: { $0.name == name })
    else { return message }
    let parts = message.split(separator: marker, omittingEmptySubsequences: false)
    return parts.joined(separator: "(local '")
  }

  /// What is near in name among the session's own locals and globals, which the host does not know.
  private func suggestion(for message: String) -> String {
    guard message.hasPrefix("undefined global '"), !message.contains("did you mean"),
      let name = Self.quotedNames(message).first,
      let near = nearestName(to: name, among: locals.all.map(\.name) + globalNames())
    else { return "" }
    return " (did you mean '\(near)'?)"
  }
}
