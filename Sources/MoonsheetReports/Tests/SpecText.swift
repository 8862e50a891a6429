import MoonsheetSpec
import PresentationKit

/// Pieces of text that several forms share.
enum SpecText {
  /// `12 ms`, `1.50 s`; whole microseconds below one millisecond.
  static func duration(_ microseconds: Int) -> String {
    switch microseconds {
    case ..<1000: "\(microseconds) µs"
    case ..<1_000_000: "\(microseconds / 1000) ms"
    default: "\(seconds(microseconds, digits: 2)) s"
    }
  }

  /// Seconds with that many digits behind the point, cut off.
  static func seconds(_ microseconds: Int, digits: Int) -> String {
    let fraction = String(1_000_000 + microseconds % 1_000_000).dropFirst().prefix(digits)
    return "\(microseconds / 1_000_000).\(fraction)"
  }

  /// A number with one digit behind the point, rounded down: 99.96 is not yet 100.
  static func percent(_ value: Double) -> String {
    let tenths = Int(value * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Everything there is to read about an issue: place and message, difference, traceback.
  static func lines(of issue: SpecIssue) -> [String] {
    var lines = split(issue.message)
    if let site = issue.site, lines.first?.hasPrefix("\(site)") != true {
      lines[0] = "\(site): \(lines[0])"
    }
    return lines + issue.difference + issue.traceback.map { "  \($0)" }
  }

  /// The first line of a message.
  static func headline(_ issue: SpecIssue) -> String { split(issue.message)[0] }

  static func split(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// With control characters, which may be orders to a terminal, shown escaped; tabs, which `print` puts between its
  /// arguments, are left alone.
  static func visible(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    return text.split(separator: "\t", omittingEmptySubsequences: false).map { escapingControls(String($0)) }
      .joined(separator: "\t")
  }

  static func indented(_ lines: [String], by blanks: String) -> String {
    lines.map { $0.isEmpty ? "\n" : "\(blanks)\(visible($0))\n" }.joined()
  }
}
