import MoonsheetReports
import MoonsheetSpec

/// What a worker process is asked to do with one file, as one line of JSON.
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

  init(_ kind: Kind, file: Int, round: Int = 0, only: [SpecID]? = nil) {
    self.kind = kind
    self.file = file
    self.round = round
    self.only = only
  }

  /// Without the line break.
  var text: String {
    var members: [(key: String, value: JSONText)] = [
      ("v", .integer(SpecJSON.version)), ("type", .string(kind.rawValue)), ("file", .integer(file)),
      ("round", .integer(round)), ("skip", Self.ids(skip)),
    ]
    if let only { members.append(("only", Self.ids(only))) }
    return JSONText.object(members).text
  }

  /// Reads ``text``; nil for anything else.
  init?(_ line: some Sequence<UInt8>) {
    guard let value = try? JSONText(reading: line), value["v"]?.integer == SpecJSON.version,
      let kind = value["type"]?.string.flatMap(Kind.init(rawValue:)), let file = value["file"]?.integer
    else { return nil }
    self.init(kind, file: file, round: value["round"]?.integer ?? 0)
    only = value["only"]?.array.map(Self.readIDs)
    skip = Self.readIDs(value["skip"]?.array ?? [])
  }

  private static func ids(_ ids: [SpecID]) -> JSONText { .array(ids.map { .object(SpecJSON.members($0)) }) }

  private static func readIDs(_ values: [JSONText]) -> [SpecID] { values.compactMap(SpecJSON.readID) }
}

/// What a worker says, one line of JSON each.
enum WorkerMessage {
  /// With the line of the test, which only its start tells.
  case event(SpecEvent, line: Int?)
  case listing(SpecListing, [SpecIssue])
  /// A job is done.
  case done(FileSummary)

  init?(_ line: some Sequence<UInt8>) {
    guard let value = try? JSONText(reading: line), value["v"]?.integer == SpecJSON.version else { return nil }
    switch value["type"]?.string {
    case "listing":
      guard let listing = SpecJSON.readListing(value) else { return nil }
      self = .listing(listing.listing, listing.issues)
    case "done": self = .done(SpecJSON.readSummary(value))
    default:
      guard let event = SpecJSON.readEvent(value)?.event else { return nil }
      self = .event(event, line: value["line"]?.integer)
    }
  }
}
