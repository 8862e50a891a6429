import CEditShim
import Glibc
import PresentationKit

/// Standard output and standard error. Nothing else in the project prints.
///
/// Output is gathered and written in blocks; ``flush()`` must be called before the tool ends.
final class Output {
  private var pending: [UInt8] = []
  /// Why standard output can no longer be written; nil while it can.
  private(set) var failure: String?

  /// True when standard output is a terminal that shows colours and `NO_COLOR` is not set.
  let isColoured: Bool =
    isatty(STDOUT_FILENO) == 1 && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true) && me_colours() >= 8
  private let isInteractive = isatty(STDOUT_FILENO) == 1

  /// Adds a line to standard output.
  func line(_ text: String) {
    pending += text.utf8
    pending.append(UInt8(ascii: "\n"))
    if isInteractive || pending.count >= 65_536 { flush() }
  }

  /// Adds text to standard output as it is.
  func text(_ text: String) {
    pending += text.utf8
  }

  /// Lets people see at once what a program reads in blocks.
  func flushIfInteractive() {
    if isInteractive || pending.count >= 65_536 { flush() }
  }

  func flush() {
    guard !pending.isEmpty else { return }
    if failure == nil, !Files.write(pending, to: STDOUT_FILENO) { failure = Files.reason(errno) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes a line to standard error, after what standard output holds. Control characters are shown escaped.
  func complain(_ text: String) {
    flush()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { escapingControls(String($0)) }
    _ = Files.write(Array((lines.joined(separator: "\n  ") + "\n").utf8), to: STDERR_FILENO)
  }
}
