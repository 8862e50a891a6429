import MoonsheetExplorer
import PresentationKit

/// An exploration as people read it.
public enum ExplorationText {
  /// The report, with a newline at its end.
  public static func render(_ report: FlowReport) -> String {
    var lines = ["\(escapingControls(report.script)): explored from \(start(report))"]
    if !report.setups.isEmpty { lines.append("set-ups: \(report.setups.joined(separator: ", "))") }
    for (number, finding) in report.findings.enumerated() { lines += [""] + text(of: finding, number + 1) }
    lines.append("")
    lines += coverage(report.coverage)
    lines += closing(report)
    return lines.map { escapingControls($0) }.joined(separator: "\n") + "\n"
  }

  private static func start(_ report: FlowReport) -> String {
    report.start.map { "line \($0.line)" } ?? "its end"
  }

  // MARK: Findings

  private static func text(of finding: FlowFinding, _ number: Int) -> [String] {
    var lines = ["\(number). \(title(of: finding))"]
    guard let steps = finding.steps else { return lines }
    if !finding.setup.isEmpty { lines.append("   set up as \(finding.setup)") }
    lines.append(steps.isEmpty ? "   at the start already" : "   \(steps.count) step\(steps.count == 1 ? "" : "s"):")
    for (position, step) in steps.enumerated() {
      if position == finding.loopsFrom { lines.append("   and then for ever:") }
      lines.append("     \(position + 1). \(step.words)")
    }
    if let parting = finding.parting { lines.append("   NOT CONFIRMED in a fresh host: \(parting)") }
    lines += section("as Lua", steps.map(\.lua))
    lines += section("what happens", finding.trace.map { TraceText.line($0) })
    lines += section("why", finding.explanation)
    return lines
  }

  public static func title(of finding: FlowFinding) -> String {
    finding.text.isEmpty ? finding.property : "\(finding.property): \(finding.text)"
  }

  private static func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["   \(title):"] + lines.map { "     \($0)" }
  }

  // MARK: Coverage

  private static func coverage(_ coverage: FlowCoverage) -> [String] {
    var lines = coverage.policies.map { policy in
      "policy \(policy.name): allowed \(policy.allowed), refused \(policy.refused)"
    }
    if !coverage.neverReached.isEmpty { lines.append("never ran: \(coverage.neverReached.joined(separator: ", "))") }
    if !coverage.neverPossible.isEmpty {
      lines.append("never possible: \(coverage.neverPossible.joined(separator: ", "))")
    }
    return lines
  }

  // MARK: The end

  private static func closing(_ report: FlowReport) -> [String] {
    let skipped = report.skipped > 0 ? " (\(report.skipped) more commute)" : ""
    var lines = [
      "\(report.states) states, \(report.transitions) transitions\(skipped), depth \(report.depth), "
        + "\(report.findings.count) finding\(report.findings.count == 1 ? "" : "s")"
    ]
    if !report.history.isEmpty {
      let place = report.historySite.map { " (\($0.file):\($0.line))" } ?? ""
      lines.append(
        "the script reads \(report.history.joined(separator: ", "))\(place), so states that differ in that alone are kept apart"
      )
    }
    if report.isAbstract {
      lines.append("--abstract: states that scripts could tell apart were taken for one; things may be missed")
    }
    if !report.grown.isEmpty { lines.append("what grew: \(report.grown.joined(separator: ", "))") }
    lines.append(ending(report))
    return lines
  }

  /// The closing line.
  public static func ending(_ report: FlowReport) -> String {
    switch report.ending {
    case .complete: "complete: everything that can happen was tried"
    case .bounded(let depth): "bounded at depth \(depth): there is more"
    case .stopped(.states(let count)): "stopped by limit: \(count) states; there is more (--max-states)"
    case .stopped(.steps(let count)): "stopped by limit: \(count) steps; there is more"
    case .stopped(.interrupted): "stopped: interrupted; there is more"
    case .stopped(.stale): "stopped; there is more"
    }
  }
}
