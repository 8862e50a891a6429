import MoonsheetSpec

/// The Test Anything Protocol, version 13 or 14. The plan comes last, since files say only as they run what is in them.
public final class TAPRecorder: SpecRecorder {
  private let version: Int
  private var run = SpecRunHeader(seed: 0, profile: "")
  private var count = 0

  /// - Parameter version: 13, or 14.
  public init(version: Int = 13) { self.version = version }

  public func begin(_ run: SpecRunHeader) -> String {
    self.run = run
    return "TAP version \(version)\n"
  }

  public func record(_ event: SpecEvent, at place: SpecPlace) -> String {
    switch event {
    case .fileStarted, .fileEnded, .testStarted: return ""
    case .filePrinted(_, let lines): return comments(lines)
    case .fileIssue(let file, let issue): return point(false, file, issue: issue)
    case .testEnded(let result): return text(result)
    }
  }

  public func end(_ ending: SpecRunEnding) -> String {
    var text = ""
    if ending.tally.hasFailed || run.isShuffled { text += "# seed \(run.seed)\n" }
    if let cut = ending.cut { return text + "Bail out! \(escaped(cut))\n" }
    return text + (count == 0 ? "1..0 # SKIP no test matched\n" : "1..\(count)\n")
  }

  private func text(_ result: SpecResult) -> String {
    switch result.verdict {
    case .passed: return point(true, result.id.description) + comments(result.notes)
    case .pending:
      let reason = result.issues.first.map { " " + SpecText.headline($0) } ?? ""
      return point(true, result.id.description, directive: " # SKIP" + escaped(reason))
    case .failed, .errored:
      return point(false, result.id.description, issue: result.issues.first)
        + result.issues.dropFirst().map { comments(SpecText.lines(of: $0)) }.joined()
        + comments(result.notes) + comments(result.printed)
    }
  }

  private func point(_ isOK: Bool, _ name: String, directive: String = "", issue: SpecIssue? = nil) -> String {
    count += 1
    let line = "\(isOK ? "ok" : "not ok") \(count) - \(escaped(name))\(directive)\n"
    return issue.map { line + diagnostics($0) } ?? line
  }

  /// A YAML block. Strings are double-quoted with JSON's escapes, which YAML shares.
  private func diagnostics(_ issue: SpecIssue) -> String {
    var text = "  ---\n  message: \(quoted(issue.message))\n  severity: \(issue.kind == .failure ? "fail" : "error")\n"
    if let site = issue.site { text += "  at:\n    file: \(quoted(site.file))\n    line: \(site.line)\n" }
    text += list("difference", issue.difference) + list("traceback", issue.traceback)
    return text + "  ...\n"
  }

  /// NB: one string and no YAML list, since Perl's reader takes a list's `"a: b"` for a mapping.
  private func list(_ key: String, _ lines: [String]) -> String {
    lines.isEmpty ? "" : "  \(key): \(quoted(lines.joined(separator: "\n")))\n"
  }

  private func quoted(_ text: String) -> String {
    JSONText.string(text).text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar.value {
      // JSON holds these as they are, YAML does not.
      case 0x80...0x9F, 0xFFFE, 0xFFFF:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  private func comments(_ lines: [String]) -> String {
    lines.flatMap(SpecText.split).map { $0.isEmpty ? "#\n" : "# \(SpecText.visible($0))\n" }.joined()
  }

  /// A description must not hold a line break, nor a `#` that a reader takes for a directive.
  private func escaped(_ text: String) -> String {
    let text = SpecText.visible(text)
    guard text.utf8.contains(where: { $0 == 0x23 || $0 == 0x5C || $0 == 0x0A || $0 == 0x0D }) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "#": result += "\\#"
      case "\\": result += "\\\\"
      case "\n", "\r": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
