import MoonsheetReports
import MoonsheetSpec

/// What a worker process is to do with one file.
struct WorkerJob {
  enum Kind: String { case list, run }

  var kind: Kind
  /// The file's position among those of the run.
  var file: Int
  var round = 0
  /// The tests to run; nil for all.
  var only: [SpecID]?
  /// Tests that are not run again after a worker died.
  var skip: [SpecID] = []
  /// Which attempt it is, from 1.
  var attempt = 1
  /// Its position among the jobs that were known from the start; nil for one that came up since.
  var number: Int?

  init(_ kind: Kind, file: Int, round: Int = 0, only: [SpecID]? = nil) {
    self.kind = kind
    self.file = file
    self.round = round
    self.only = only
  }
}

/// What a worker says, one line of JSON each.
enum WorkerMessage {
  /// What happened; where in the order of the whole file its test stands, if the job is about some of them.
  case event(SpecEvent, position: Int?)
  /// The test that ran when the worker ended.
  case running(SharedLines.Running)
  /// What ran.
  case covered(CoveragePart)
  case listing(SpecListing, [SpecIssue])
  /// A job is done.
  case done(FileSummary)
  /// The worker can take another job.
  case ready

  init?(_ line: some Sequence<UInt8>) {
    guard let value = try? JSONText(reading: line), value["v"]?.integer == SpecJSON.version else { return nil }
    switch value["type"]?.string {
    case "listing":
      guard let listing = SpecJSON.readListing(value) else { return nil }
      self = .listing(listing.listing, listing.issues)
    case "covered": self = .covered(SpecJSON.readCovered(value))
    case "done": self = .done(SpecJSON.readSummary(value))
    case "ready": self = .ready
    default:
      guard let event = SpecJSON.readEvent(value)?.event else { return nil }
      self = .event(event, position: value["test_index"]?.integer)
    }
  }
}
