import CEditShim
import Glibc
import MoonsheetREPL

/// A terminal with libedit: editing, history, completion.
final class LineEditor: LineReader {
  private let session: Session
  private let history: LineHistory?
  private let output: Output
  private var editor: OpaquePointer?
  /// The prompt as C text, which libedit reads when it likes.
  private var prompt: UnsafeMutablePointer<CChar>?
  private var hasToldFailure = false
  /// The line that was remembered last; the same again is no new one.
  private var last = ""

  /// Nil on a terminal that can move no cursor, or that libedit does not know.
  init?(_ session: Session, _ history: LineHistory?, _ output: Output) {
    guard !TerminalSize.isDumb else { return nil }
    self.session = session
    self.history = history
    self.output = output
    let callbacks = me_callbacks(
      prompt: { context in
        guard let context else { return emptyPrompt }
        let editor = Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
        return UnsafePointer(editor.prompt) ?? emptyPrompt
      },
      complete: { context, line, length, cursor in
        guard let context else { return me_completion(insert: nil, list: nil) }
        let text = UnsafeRawBufferPointer(start: line, count: length)
        return Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue().complete(text, cursor)
      })
    editor = me_open("moonsheet", callbacks, Unmanaged.passUnretained(self).toOpaque())
    guard let editor else { return nil }
    for line in history?.lines() ?? [] { me_remember(editor, line) }
  }

  deinit {
    me_close(editor)
    free(prompt)
  }

  func read(prompt text: String) -> LineRead {
    guard let editor else { return .end }
    free(prompt)
    prompt = strdup(text)
    var outcome: Int32 = 0
    let line = me_read(editor, &outcome).map { String(cString: $0) }
    switch Int(outcome) {
    case ME_LINE:
      var typed = line ?? ""
      if typed.last?.isNewline == true { typed.removeLast() }
      remember(typed)
      let lines = typed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return lines.count == 1 ? .line(Array(typed.utf8)) : .block(lines)
    case ME_INTERRUPTED:
      me_restore(editor)
      output.line("^C")
      return .interrupted
    default:
      me_restore(editor)
      return .end
    }
  }

  private func remember(_ line: String) {
    guard let editor, !line.isEmpty, line.first != " ", line != last else { return }
    last = line
    me_remember(editor, line)
    guard let history, let why = history.add(line), !hasToldFailure else { return }
    hasToldFailure = true
    output.line("the history is not kept: \(why)")
  }

  private func complete(_ line: UnsafeRawBufferPointer, _ cursor: Int) -> me_completion {
    let text = String(decoding: line[..<min(cursor, line.count)], as: UTF8.self)
    let found = session.completions(for: text)
    let insert = found.insertion.isEmpty ? nil : strdup(found.insertion)
    let lists = found.insertion.isEmpty && found.candidates.count > 1
    let list = lists ? strdup(Columns.text(found.candidates, width: TerminalSize.columns)) : nil
    return me_completion(insert: insert, list: list)
  }
}

private nonisolated(unsafe) let emptyPrompt: UnsafePointer<CChar> = UnsafePointer(strdup(""))

/// Names side by side, as many in a line as fit.
enum Columns {
  static func text(_ names: [String], width: Int) -> String {
    let column = (names.map(\.count).max() ?? 0) + 2
    let perLine = max(1, (width - 1) / max(1, column))
    return stride(from: 0, to: names.count, by: perLine).map { start in
      names[start..<min(start + perLine, names.count)].map { name in
        name + String(repeating: " ", count: column - name.count)
      }.joined()
    }.joined(separator: "\n")
  }
}
