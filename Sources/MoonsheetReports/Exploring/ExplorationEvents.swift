import MoonsheetExplorer
import MoonsheetSpec
import PresentationKit

/// An exploration as a run of tests, one for each property, so that what reads test results reads it too.
public enum ExplorationEvents {
  /// The events of a file whose tests are the properties; `number` is its place among the files.
  public static func events(_ report: FlowReport, file number: Int) -> [(SpecPlace, SpecEvent)] {
    var events: [SpecEvent] = [.fileStarted(report.script)]
    let names = report.properties + report.findings.map(\.property).filter { !report.properties.contains($0) }
    var seen: Set<String> = []
    for name in names where seen.insert(name).inserted {
      let id = SpecID(file: report.script, name: name)
      let line = report.start?.line ?? 1
      events.append(.testStarted(id, line: line))
      events.append(.testEnded(result(id, line, report.findings.filter { $0.property == name }, report)))
    }
    events.append(.fileEnded(report.script))
    return events.enumerated().map { (SpecPlace(file: number, test: $0 / 2), $1) }
  }

  private static func result(_ id: SpecID, _ line: Int, _ findings: [FlowFinding], _ report: FlowReport) -> SpecResult {
    var notes: [String] = []
    if report.ending != .complete { notes.append(ExplorationText.ending(report)) }
    return SpecResult(
      id: id, line: line, verdict: findings.isEmpty ? .passed : .failed,
      issues: findings.map { SpecIssue(.failure, text(of: $0)) }, notes: notes)
  }

  private static func text(of finding: FlowFinding) -> String {
    let steps = (finding.steps ?? []).enumerated().map { "  \($0 + 1). \($1.words)" }
    return ([ExplorationText.title(of: finding)] + steps).joined(separator: "\n")
  }
}
