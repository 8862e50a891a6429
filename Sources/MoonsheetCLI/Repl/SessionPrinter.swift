import Glibc
import MoonsheetREPL
import MoonsheetReports
import PresentationKit

/// Gives a session's lines their stream, and on a terminal that can show it their colour.
struct SessionPrinter {
  let output: Output
  let isTerminal: Bool

  private var isColoured: Bool { isTerminal && output.isColoured }

  func greet() {
    output.line("moonsheet \(Tool.version); :help tells what can be typed, Ctrl-D leaves")
  }

  func show(_ line: SessionLine) {
    switch line.kind {
    case .error, .source:
      guard isTerminal else { return output.complain(line.text) }
      // What a message quotes must not steer the terminal.
      let lines = line.text.split(separator: "\n", omittingEmptySubsequences: false).map {
        escapingControls(String($0))
      }
      output.line(coloured(SessionLine(line.kind, lines.joined(separator: "\n"))))
    default: output.line(coloured(line))
    }
  }

  private func coloured(_ line: SessionLine) -> String {
    guard isColoured else { return line.text }
    switch line.kind {
    case .printed, .value, .answer, .source: return line.text
    case .trace(let entry): return TraceText.line(entry, colour: .ansi)
    case .stack: return "\u{1B}[36m\(line.text)\u{1B}[0m"
    case .note: return "\u{1B}[2m\(line.text)\u{1B}[0m"
    case .error: return "\u{1B}[31m\(line.text)\u{1B}[0m"
    }
  }
}

/// What the terminal is like.
enum TerminalSize {
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return 100 }
    return Int(size.ws_col)
  }

  /// Whether it can move no cursor.
  static var isDumb: Bool {
    guard let term = getenv("TERM").map({ String(cString: $0) }) else { return true }
    return term.isEmpty || term == "dumb"
  }
}
