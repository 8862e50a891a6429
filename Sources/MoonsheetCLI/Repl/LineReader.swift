import Glibc

/// Where the next line of a session comes from.
protocol LineReader: AnyObject {
  func read(prompt: String) -> LineRead
}

enum LineRead {
  /// Without its newline; the bytes may be anything.
  case line([UInt8])
  /// Lines that were pasted at once.
  case block([String])
  case end
  case interrupted
}

/// Standard input that is no terminal: no prompt.
class PipeReader: LineReader {
  private var buffer: [UInt8] = []
  /// Where in the buffer the next line begins, and how far no newline was found.
  private var (start, searched) = (0, 0)
  private var isAtEnd = false
  private var isAtBegin = true

  init() {}

  func read(prompt: String) -> LineRead {
    while true {
      if let end = buffer[searched...].firstIndex(of: 10) {
        let line = buffer[start..<end]
        (start, searched) = (end + 1, end + 1)
        return .line(withoutMark(line.last == 13 ? line.dropLast() : line))
      }
      searched = buffer.count
      if isAtEnd {
        defer { clear() }
        return start == buffer.count ? .end : .line(withoutMark(buffer[start...]))
      }
      if let failure = fill() { return failure }
    }
  }

  /// The first line without a byte order mark.
  private func withoutMark(_ line: ArraySlice<UInt8>) -> [UInt8] {
    defer { isAtBegin = false }
    return Array(isAtBegin && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line)
  }

  private func fill() -> LineRead? {
    buffer.removeFirst(start)
    (start, searched) = (0, searched - start)
    var block = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(STDIN_FILENO, &block, block.count)
    if count > 0 { buffer += block[..<count] }
    if count < 0, errno == EINTR { return InterruptSignal.wasPressed ? .interrupted : nil }
    if count <= 0 { isAtEnd = true }
    return nil
  }

  /// Forgets what was read ahead.
  func clear() {
    buffer = []
    (start, searched) = (0, 0)
  }
}

/// A terminal that cannot move its cursor: a prompt, and lines as the terminal itself edits them.
final class PlainReader: PipeReader {
  private let output: Output

  init(output: Output) { self.output = output }

  override func read(prompt: String) -> LineRead {
    output.text(prompt)
    output.flush()
    let result = super.read(prompt: prompt)
    if case .interrupted = result {
      clear()
      output.line("")
    }
    return result
  }
}
