import MoonsheetSpec
import PresentationKit

extension SpecJSON {
  /// An event and its place, read back; nil for a line of another type, or one that lacks what its type wants.
  public static func readEvent(_ line: JSONText) -> (event: SpecEvent, place: SpecPlace)? {
    guard let type = line["type"]?.string, let file = line["file"]?.string else { return nil }
    let place = SpecPlace(
      round: line["round"]?.integer ?? 0, file: line["file_index"]?.integer ?? 0,
      test: line["test_index"]?.integer ?? 0)
    guard let event = readEvent(type, file, line) else { return nil }
    return (event, place)
  }

  private static func readEvent(_ type: String, _ file: String, _ line: JSONText) -> SpecEvent? {
    switch type {
    case "file": .fileStarted(file)
    case "issue": line["issue"].flatMap(readIssue).map { .fileIssue(file, $0) }
    case "printed": line["lines"]?.strings.map { .filePrinted(file, $0) }
    case "started": readID(line).map { .testStarted($0, line: line["line"]?.integer ?? 0) }
    case "test": readResult(line).map { .testEnded($0) }
    case "file_end": .fileEnded(file)
    default: nil
    }
  }

  /// A test's identity; nil when the object names none.
  public static func readID(_ line: JSONText) -> SpecID? {
    guard let file = line["file"]?.string, let name = line["name"]?.string else { return nil }
    return SpecID(file: file, name: name, occurrence: line["occurrence"]?.integer ?? 1)
  }

  /// The snapshots of a file that a part of a run did not look at; nil for a line of another type.
  public static func readUnseen(_ line: JSONText) -> UnseenSnapshots? {
    guard line["type"]?.string == "unseen", let file = line["file"]?.string, let names = line["snapshots"]?.strings
    else { return nil }
    return UnseenSnapshots(file: file, names: names, fails: line["fails"]?.bool ?? false)
  }

  private static func readResult(_ line: JSONText) -> SpecResult? {
    guard let id = readID(line), let place = line["line"]?.integer,
      let verdict = line["verdict"]?.string.flatMap(SpecResult.Verdict.init(rawValue:))
    else { return nil }
    return SpecResult(
      id: id, line: place, verdict: verdict, issues: (line["issues"]?.array ?? []).compactMap(readIssue),
      microseconds: line["microseconds"]?.integer ?? 0, attempts: line["attempts"]?.integer ?? 1,
      printed: line["printed"]?.strings ?? [], notes: line["notes"]?.strings ?? [])
  }

  static func readIssue(_ value: JSONText) -> SpecIssue? {
    guard let kind = value["kind"]?.string.flatMap(SpecIssue.Kind.init(rawValue:)),
      let message = value["message"]?.string
    else { return nil }
    var site: SourceSite?
    if let file = value["at"]?.string, let line = value["line"]?.integer { site = SourceSite(file: file, line: line) }
    return SpecIssue(
      kind, message, site: site, traceback: value["traceback"]?.strings ?? [],
      difference: value["difference"]?.strings ?? [])
  }

  /// A run's header; nil when the line is none, or of another version.
  public static func readHeader(_ line: JSONText) -> SpecRunHeader? {
    guard line["type"]?.string == "run", line["v"]?.integer == version,
      let seed = line["seed"]?.string.flatMap({ UInt64($0) }), let profile = line["profile"]?.string
    else { return nil }
    var run = SpecRunHeader(seed: seed, profile: profile)
    run.isBusted = line["mode"]?.string == "busted"
    run.isShuffled = line["shuffled"]?.bool ?? false
    run.rounds = line["rounds"]?.integer ?? 1
    run.coverageMinimum = line["coverage_min"]?.integer
    if let shard = line["shard"]?.integer, let count = line["shards"]?.integer {
      run.shard = Shard(index: shard - 1, count: count)
    }
    return run
  }
}
