import PresentationKit

/// The trace as people read it: one line an entry, with virtual time on the left and the script's line on the right.
public enum TraceText {
  /// Whether lines carry terminal colours.
  public enum Colour: Sendable { case none, ansi }

  /// `     0  presenting Editor on root    flow.lua:12`, without a newline.
  public static func line(_ entry: Trace.Entry, colour: Colour = .none) -> String {
    let time = leftPadded("\(entry.time)", to: 6)
    let site = entry.site.map { "\(escapingControls($0.file)):\($0.line)" } ?? ""
    let text = site.isEmpty ? entry.text : rightPadded(entry.text, to: 52) + "  "
    switch colour {
    case .none: return "\(time)  \(text)\(site)"
    case .ansi: return "\(dim)\(time)\(reset)  \(shade(of: entry))\(text)\(reset)\(dim)\(site)\(reset)"
    }
  }

  private static let dim = "\u{1B}[2m"
  private static let reset = "\u{1B}[0m"

  private static func shade(of entry: Trace.Entry) -> String {
    switch entry.name {
    case "error", "refused": "\u{1B}[31m"
    case "warning", "no_effect": "\u{1B}[33m"
    default: ""
    }
  }

  private static func leftPadded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func rightPadded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
