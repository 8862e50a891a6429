import MoonsheetExplorer
import PresentationKit

/// The JSON Lines form of an exploration: a line for the whole, and one for each finding. Version 1; keys keep their meaning
/// within a version, new ones may be added.
public enum ExplorationJSON {
  public static let version = 1

  /// All lines, each with a newline at its end.
  public static func render(_ report: FlowReport, status: Int32) -> String {
    (report.findings.enumerated().map { finding($1, $0, report.script) } + [end(report, status)])
      .map { $0.text + "\n" }.joined()
  }

  private static func finding(_ finding: FlowFinding, _ number: Int, _ script: String) -> JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("v", .integer(version)), ("type", .string("finding")), ("script", .string(script)), ("number", .integer(number)),
      ("property", .string(finding.property)), ("key", .string(finding.key)), ("text", .string(finding.text)),
      ("setup", .string(finding.setup)), ("confirmed", .bool(finding.isConfirmed)),
    ]
    if let parting = finding.parting { members.append(("parting", .string(parting))) }
    if let steps = finding.steps {
      let all = steps.map { step in
        JSONText.object([("words", .string(step.words)), ("lua", .string(step.lua))])
      }
      members.append(("steps", .array(all)))
    }
    if let loop = finding.loopsFrom { members.append(("loops_from", .integer(loop))) }
    members.append(("trace", .array(finding.trace.map { .string($0.text) })))
    members.append(("explanation", .array(finding.explanation.map { .string($0) })))
    return .object(members)
  }

  private static func end(_ report: FlowReport, _ status: Int32) -> JSONText {
    let (ending, bound) = words(report.ending)
    var members: [(key: String, value: JSONText)] = [
      ("v", .integer(version)), ("type", .string("exploration")), ("script", .string(report.script)),
      ("ending", .string(ending)), ("states", .integer(report.states)), ("transitions", .integer(report.transitions)),
      ("skipped", .integer(report.skipped)), ("depth", .integer(report.depth)),
      ("findings", .integer(report.findings.count)), ("abstract", .bool(report.isAbstract)),
    ]
    if let bound { members.append(("bound", .integer(bound))) }
    if let line = report.start?.line { members.append(("start_line", .integer(line))) }
    let policies = report.coverage.policies.map { policy in
      JSONText.object([
        ("name", .string(policy.name)), ("allowed", .integer(policy.allowed)), ("refused", .integer(policy.refused)),
      ])
    }
    members += [
      ("setups", strings(report.setups)), ("history", strings(report.history)), ("grown", strings(report.grown)),
      ("policies", .array(policies)), ("reached", strings(report.coverage.reached)),
      ("never_reached", strings(report.coverage.neverReached)),
      ("never_possible", strings(report.coverage.neverPossible)), ("status", .integer(Int(status))),
    ]
    return .object(members)
  }

  private static func strings(_ texts: [String]) -> JSONText { .array(texts.map { .string($0) }) }

  private static func words(_ ending: SearchEnding) -> (String, Int?) {
    switch ending {
    case .complete: ("complete", nil)
    case .bounded(let depth): ("bounded", depth)
    case .stopped(.states(let count)): ("stopped", count)
    case .stopped(.steps(let count)): ("stopped", count)
    case .stopped(.interrupted), .stopped(.stale): ("interrupted", nil)
    }
  }
}
