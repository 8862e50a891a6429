import Glibc
import MoonsheetExplorer

/// One line on a terminal that says how far an exploration is, replaced in place; nothing at all elsewhere.
final class ExploreProgress {
  private let isShown = isatty(STDERR_FILENO) == 1
  private let began = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant?
  private var isDrawn = false

  /// Draws the line anew, ten times a second at most.
  func draw(_ state: SearchProgress) {
    guard isShown, lastDrawn.map({ .now - $0 > .milliseconds(100) }) ?? true else { return }
    lastDrawn = .now
    let elapsed = (ContinuousClock.now - began).components
    let seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
    let rate = seconds > 0 ? Int(Double(state.transitions) / seconds) : 0
    let text =
      "\r\u{1B}[K\(state.states) states, \(state.transitions) transitions (\(rate)/s), depth \(state.depth), "
      + "\(state.frontier) waiting, \(Int(seconds)) s, \(state.violations) found"
    _ = Files.write(Array(text.utf8), to: STDERR_FILENO)
    isDrawn = true
  }

  /// Makes room for output.
  func clear() {
    guard isDrawn else { return }
    _ = Files.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO)
    isDrawn = false
  }
}
