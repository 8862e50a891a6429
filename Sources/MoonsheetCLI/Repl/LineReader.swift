import Glibc

/// Where the next line of a session comes from.
protocol LineReader: AnyObject {
  func read(prompt: String) -> LineRead
}

enum LineRead {
  /// Without its newline.
  case line(String)
  case end
  case interrupted
}

/// Standard input that is no terminal: no prompt.
class PipeReader: LineReader {
  private var buffer: [UInt8] = []
  private var isAtEnd = false

  init() {}

  func read(prompt: String) -> LineRead {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeFirst(end + 1)
        return .line(line.last == "\r" ? String(line.dropLast()) : line)
      }
      if isAtEnd {
        defer { buffer = [] }
        return buffer.isEmpty ? .end : .line(String(decoding: buffer, as: UTF8.self))
      }
      if let failure = fill() { return failure }
    }
  }

  private func fill() -> LineRead? {
    var block = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(STDIN_FILENO, &block, block.count)
    if count > 0 { buffer += block[..<count] }
    if count < 0, errno == EINTR { return InterruptSignal.wasPressed ? .interrupted : nil }
    if count <= 0 { isAtEnd = true }
    return nil
  }

  /// Forgets what was read ahead.
  func clear() { buffer = [] }
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
