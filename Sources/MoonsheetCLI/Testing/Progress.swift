import Glibc
import MoonsheetSpec

/// One line on a terminal that says how far a run is, replaced in place; nothing at all elsewhere.
final class Progress {
  private let isShown: Bool
  private let files: Int
  private var ended = 0
  private var isDrawn = false
  private var lastDrawn: ContinuousClock.Instant?

  /// - Parameters:
  ///   - files: how many files the run has, all rounds together.
  ///   - isAllowed: false where standard output has lines that are not whole, which drawing would wipe out.
  init(files: Int, isAllowed: Bool) {
    self.files = files
    isShown = isAllowed && isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// Makes room for output.
  func clear() {
    guard isDrawn else { return }
    _ = Files.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO)
    isDrawn = false
  }

  /// Draws the line anew, ten times a second at most.
  func draw(_ tally: SpecTally, after event: SpecEvent) {
    guard isShown else { return }
    if case .fileEnded = event { ended += 1 }
    guard lastDrawn.map({ .now - $0 > .milliseconds(100) }) ?? true else { return }
    lastDrawn = .now
    let failed = tally.hasFailed ? ", \(tally.failed + tally.errored) failed" : ""
    let text = "\r\u{1B}[K\(ended) of \(files) files, \(tally.total) tests\(failed)"
    _ = Files.write(Array(text.utf8), to: STDERR_FILENO)
    isDrawn = true
  }
}
