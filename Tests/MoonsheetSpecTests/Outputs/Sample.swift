import MoonsheetReports
import MoonsheetSpec
import PresentationKit

/// A run with one of each.
enum Sample {
  static let header = SpecRunHeader(seed: 42, profile: "ios18")

  static func id(_ name: String, _ occurrence: Int = 1) -> SpecID {
    SpecID(file: "spec/a_spec.lua", name: name, occurrence: occurrence)
  }

  static let failure = SpecIssue(
    .failure, "Expected objects to be equal.\nPassed in:\n(number) 1",
    site: SourceSite(file: "spec/a_spec.lua", line: 4),
    traceback: ["spec/a_spec.lua:4 in function <spec/a_spec.lua:3>"], difference: ["at .x: 1, not 2"])

  static let results: [SpecEvent] = [
    .fileStarted("spec/a_spec.lua"),
    .filePrinted("spec/a_spec.lua", ["loading"]),
    .testStarted(id("passes"), line: 2),
    .testEnded(SpecResult(id: id("passes"), line: 2, verdict: .passed, microseconds: 1_500)),
    .testEnded(
      SpecResult(
        id: id("fails #1"), line: 3, verdict: .failed, issues: [failure], microseconds: 2_000_000,
        printed: ["<&>\u{1B}"], notes: ["left a timer running"])),
    .testEnded(
      SpecResult(id: id("breaks", 2), line: 5, verdict: .errored, issues: [SpecIssue(.error, "boom: 100%")])),
    .testEnded(SpecResult(id: id("waits"), line: 6, verdict: .pending, issues: [SpecIssue(.failure, "not yet # now")])),
    .testEnded(SpecResult(id: id("wobbles"), line: 7, verdict: .passed, microseconds: 10, attempts: 2)),
    .fileEnded("spec/a_spec.lua"),
    .fileStarted("spec/b_spec.lua"),
    .fileIssue("spec/b_spec.lua", SpecIssue(.error, "spec/b_spec.lua:1: no")),
    .fileEnded("spec/b_spec.lua"),
  ]

  static let events: [(SpecPlace, SpecEvent)] = results.map { event in
    if case .fileIssue = event { return (SpecPlace(file: 1), event) }
    return (SpecPlace(file: 0), event)
  }

  static var ending: SpecRunEnding {
    var tally = SpecTally()
    for event in results { tally.add(event) }
    return SpecRunEnding(tally: tally, status: 1)
  }

  static func text(_ recorder: some SpecRecorder) -> String { recorder.text(header, events, ending) }
}
