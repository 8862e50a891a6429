import MoonsheetSpec

/// What the two forms for people have in common.
enum PlainText {
  static func opening(_ run: SpecRunHeader) -> String {
    run.isBusted ? "sandbox lifted: specs run with Lua's stock libraries (--busted)\n" : ""
  }

  /// What there is to say below a test's line.
  static func details(_ result: SpecResult) -> String {
    var text = ""
    if result.verdict != .pending {
      text += result.issues.map { SpecText.indented(SpecText.lines(of: $0), by: "      ") }.joined()
    }
    text += SpecText.indented(result.notes.map { "note: \($0)" }, by: "      ")
    guard result.verdict == .failed || result.verdict == .errored else { return text }
    return text + SpecText.indented(result.printed, by: "      | ")
  }

  /// What went wrong, as the operands that run it again: each once, in the order in which it did.
  struct Unhappy {
    private(set) var operands: [String] = []
    private var known: Set<String> = []

    /// A file in which something went wrong outside of its tests.
    mutating func add(_ file: String) {
      guard known.insert(file).inserted else { return }
      operands.append(file.hasPrefix("-") ? "./\(file)" : file)
    }

    mutating func add(_ result: SpecResult) { add("\(result.id.file):\(result.line)") }
  }

  /// As a shell takes it for one word.
  private static func quoted(_ word: String) -> String {
    "'" + SpecText.visible(word).split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  static func closing(_ ending: SpecRunEnding, _ run: SpecRunHeader, _ unhappy: Unhappy) -> String {
    var lines: [String] = []
    if let coverage = ending.coverage { lines += self.coverage(coverage) }
    lines += ending.notes
    let command = "  moonsheet test" + (run.isBusted ? " --busted" : "")
    let again = unhappy.operands.map { "\(command) \(quoted($0))" }
    if !again.isEmpty { lines += ["again:"] + again }
    if let cut = ending.cut { lines.append(cut) }
    if ending.tally.flaky > 0 { lines.append("\(ending.tally.flaky) flaky") }
    if ending.tally.hasFailed || run.isShuffled { lines.append("seed \(run.seed)") }
    if let shard = run.shard { lines.append("shard \(shard)") }
    return (lines.isEmpty ? "" : "\n") + (lines + [ending.tally.closingLine]).map { $0 + "\n" }.joined()
  }

  private static func coverage(_ coverage: SpecCoverage) -> [String] {
    let lines = coverage.lines
    let hit = lines.count { $0.count > 0 }
    return ["coverage \(SpecText.percent(coverage.percent))% (\(hit) of \(lines.count) lines)"]
      + coverage.verdicts.map { entry in
        let verdict = entry.verdict
        let times = entry.count == 1 ? "once" : "\(entry.count) times"
        return "policy \(verdict.controller).\(verdict.callback): \(verdict.verdict) under \(verdict.trigger), \(times)"
      }
  }
}
