import MoonsheetSpec
import PresentationKit

/// The JSON Lines form of a run of specs, version 1; the schema is `docs/test-results.schema.json`.
///
/// Every line is an object with `v` and `type`. Keys keep their meaning within a version; new ones may be added. What is
/// written here is also what `moonsheet report merge` reads, and what worker processes send.
public enum SpecJSON {
  /// The version that every line carries as `v`.
  public static let version = 1

  typealias Members = [(key: String, value: JSONText)]

  static func line(_ type: String, _ members: Members) -> JSONText {
    .object([("v", .integer(version)), ("type", .string(type))] + members)
  }

  public static func header(_ run: SpecRunHeader) -> JSONText {
    var members: Members = [
      ("mode", .string(run.isBusted ? "busted" : "sandboxed")), ("profile", .string(run.profile)),
      ("seed", .string("\(run.seed)")), ("shuffled", .bool(run.isShuffled)), ("rounds", .integer(run.rounds)),
    ]
    if let minimum = run.coverageMinimum { members.append(("coverage_min", .integer(minimum))) }
    if let shard = run.shard {
      members.append(("shard", .integer(shard.index + 1)))
      members.append(("shards", .integer(shard.count)))
    }
    return line("run", members)
  }

  public static func ending(_ ending: SpecRunEnding) -> JSONText {
    var members: Members = [
      ("passed", .integer(ending.tally.passed)), ("failed", .integer(ending.tally.failed)),
      ("errored", .integer(ending.tally.errored)), ("pending", .integer(ending.tally.pending)),
      ("flaky", .integer(ending.tally.flaky)), ("status", .integer(Int(ending.status))),
    ]
    if let cut = ending.cut { members.append(("cut", .string(cut))) }
    if !ending.notes.isEmpty { members.append(("notes", strings(ending.notes))) }
    return line("end", members)
  }

  /// The snapshots of a file that a part of a run did not look at.
  public static func unseen(_ unseen: UnseenSnapshots) -> JSONText {
    line("unseen", of(unseen.file) + [("snapshots", strings(unseen.names)), ("fails", .bool(unseen.fails))])
  }

  /// An event; with its place in the run where that is known.
  public static func event(_ event: SpecEvent, at place: SpecPlace? = nil) -> JSONText {
    switch event {
    case .fileStarted(let file): line("file", of(file) + of(place))
    case .fileIssue(let file, let issue): line("issue", of(file) + of(place) + [("issue", self.issue(issue))])
    case .filePrinted(let file, let lines): line("printed", of(file) + of(place) + [("lines", strings(lines))])
    case .testStarted(let id, let number): line("started", of(id) + [("line", .integer(number))] + of(place))
    case .testEnded(let result): line("test", of(result.id) + of(place) + of(result))
    case .fileEnded(let file): line("file_end", of(file) + of(place))
    }
  }

  private static func of(_ file: String) -> Members { [("file", .string(file))] }

  static func of(_ id: SpecID) -> Members {
    [("file", .string(id.file)), ("name", .string(id.name)), ("occurrence", .integer(id.occurrence))]
  }

  private static func of(_ place: SpecPlace?) -> Members {
    guard let place else { return [] }
    return [
      ("round", .integer(place.round)), ("file_index", .integer(place.file)), ("test_index", .integer(place.test)),
    ]
  }

  private static func of(_ result: SpecResult) -> Members {
    var members: Members = [
      ("line", .integer(result.line)), ("verdict", .string(result.verdict.rawValue)),
      ("microseconds", .integer(result.microseconds)),
    ]
    if result.attempts != 1 { members.append(("attempts", .integer(result.attempts))) }
    if !result.issues.isEmpty { members.append(("issues", .array(result.issues.map(issue)))) }
    if !result.printed.isEmpty { members.append(("printed", strings(result.printed))) }
    if !result.notes.isEmpty { members.append(("notes", strings(result.notes))) }
    return members
  }

  static func issue(_ issue: SpecIssue) -> JSONText {
    var members: Members = [("kind", .string(issue.kind.rawValue)), ("message", .string(issue.message))]
    if let site = issue.site { members += [("at", .string(site.file)), ("line", .integer(site.line))] }
    if !issue.traceback.isEmpty { members.append(("traceback", strings(issue.traceback))) }
    if !issue.difference.isEmpty { members.append(("difference", strings(issue.difference))) }
    return .object(members)
  }

  static func strings(_ lines: [String]) -> JSONText { .array(lines.map { .string($0) }) }
}
