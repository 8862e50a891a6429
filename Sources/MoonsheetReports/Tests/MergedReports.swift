import MoonsheetSpec

/// The JSON Lines of several shards of one run, put together.
public struct MergedReports {
  /// Why files are not shards of one run.
  public struct Problem: Error, CustomStringConvertible {
    public let description: String
  }

  /// An event of one part, and the how manieth of its like it is there.
  struct Entry {
    var place: SpecPlace
    let order: Int
    var event: SpecEvent
    var occurrence = 1
    /// Whether it is a line that was printed right after the one before.
    var isContinued = false
  }

  private var run: SpecRunHeader?
  private(set) var shards: [Shard] = []
  private(set) var entries: [Entry] = []
  public private(set) var coverage: SpecCoverage?
  /// Why one of the runs ended before its end; nil when none did.
  public private(set) var cut: String?
  private(set) var ownNotes: [String] = []
  /// The line coverage in percent below which the whole run fails; nil for any.
  public private(set) var coverageMinimum: Int?
  /// For each file, how many of the runs began with it.
  private(set) var begun: [String: Int] = [:]
  /// For each file, how many of the runs did not look at a snapshot.
  private(set) var unseen: [String: [String: Int]] = [:]
  /// What the part that is being read has said of the file that it is at.
  private var saidOf: (round: Int, file: Int, events: [SpecEvent])?
  /// Whether obsolete snapshots are failures.
  private(set) var failsUnseen = false

  public init() {}

  /// Adds one file.
  ///
  /// - Throws: when a line cannot be read, the end is missing, or the file belongs to another run.
  public mutating func add(_ bytes: [UInt8], named name: String) throws(Problem) {
    var hasEnded = false
    saidOf = nil
    var part: SpecCoverage?
    defer {
      if let part {
        var sum = coverage ?? SpecCoverage()
        sum.add(part)
        coverage = sum
      }
    }
    for (number, line) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() where !line.isEmpty
    {
      let value: JSONText
      do throws(JSONText.ReadingError) {
        value = try JSONText(reading: line)
      } catch {
        throw Problem(description: "\(name):\(number + 1): \(error.description)")
      }
      if number == 0 {
        try add(SpecJSON.readHeader(value), named: name)
      } else if value["type"]?.string == "end" {
        hasEnded = true
        cut = cut ?? value["cut"]?.string
        ownNotes += value["notes"]?.strings ?? []
      } else {
        add(value, &part)
      }
    }
    guard hasEnded else { throw Problem(description: "\(name): the end is missing; the run that wrote it did not end") }
  }

  private mutating func add(_ header: SpecRunHeader?, named name: String) throws(Problem) {
    guard let header else {
      throw Problem(description: "\(name): no results of version \(SpecJSON.version); wanted what -o json=FILE wrote")
    }
    if let minimum = header.coverageMinimum { coverageMinimum = max(minimum, coverageMinimum ?? 0) }
    if let shard = header.shard {
      if shards.contains(shard) { throw Problem(description: "\(name): shard \(shard) comes twice") }
      shards.append(shard)
    }
    guard let run else {
      run = header
      return
    }
    guard run.seed == header.seed, run.profile == header.profile, run.isBusted == header.isBusted,
      run.shard?.count == header.shard?.count
    else { throw Problem(description: "\(name): it belongs to another run: seed, profile, mode or shards differ") }
  }

  private mutating func add(_ line: JSONText, _ part: inout SpecCoverage?) {
    if let type = line["type"]?.string, type == "coverage" || type == "policy" {
      var covered = part.take() ?? SpecCoverage()
      SpecJSON.readCoverage(line, into: &covered)
      part = covered
    } else if let found = SpecJSON.readUnseen(line) {
      for name in found.names { unseen[found.file, default: [:]][name, default: 0] += 1 }
      failsUnseen = failsUnseen || found.fails
    } else if let (event, place) = SpecJSON.readEvent(line) {
      if case .fileStarted(let file) = event, place.round == (run?.rounds ?? 1) - 1 { begun[file, default: 0] += 1 }
      guard case .filePrinted(let file, let lines) = event else { return add(event, at: place) }
      // Line by line: what one shard tells at once, another may tell with tests between.
      for (number, line) in lines.enumerated() { add(.filePrinted(file, [line]), at: place, isContinued: number > 0) }
    }
  }

  private mutating func add(_ event: SpecEvent, at place: SpecPlace, isContinued: Bool = false) {
    var entry = Entry(place: place, order: entries.count, event: event)
    entry.isContinued = isContinued
    if !entry.isTest { entry.occurrence = occurrence(of: event, at: place) }
    entries.append(entry)
  }

  /// The how manieth of its like an event is in the part that is being read.
  private mutating func occurrence(of event: SpecEvent, at place: SpecPlace) -> Int {
    if saidOf?.round != place.round || saidOf?.file != place.file { saidOf = (place.round, place.file, []) }
    saidOf?.events.append(event)
    return saidOf?.events.count { $0 == event } ?? 1
  }

  /// The header of the whole run.
  public func header(tellsDurations: Bool) -> SpecRunHeader {
    var header = run ?? SpecRunHeader(seed: 0, profile: "")
    header.shard = nil
    header.tellsDurations = tellsDurations
    return header
  }

  /// The shards of which no file was given.
  public var missingShards: [Shard] {
    guard let count = shards.first?.count else { return [] }
    return (0..<count).compactMap { Shard(index: $0, count: count) }.filter { !shards.contains($0) }
  }

  /// All events in the order of the whole run. What several shards say of one file is said once, as often as one of them
  /// says it.
  ///
  /// - Complexity: O(*n* log *n*), and O(*k*²) in what is said outside of tests about one file.
  public var events: [(place: SpecPlace, event: SpecEvent)] { withObsolete(ordered.map { ($0.place, $0.event) }) }

  /// Every event once, in the order of the whole run.
  var ordered: [Entry] {
    var result: [Entry] = []
    // Where in the result something was said of a file.
    var said: [FileRound: [Int]] = [:]
    for entry in entries {
      guard !entry.isTest else {
        result.append(entry)
        continue
      }
      let key = FileRound(round: entry.place.round, file: entry.place.file)
      let same = said[key, default: []].first {
        result[$0].occurrence == entry.occurrence && result[$0].event == entry.event
      }
      if let same {
        // The shard that ran the test before it knows the place best; in all others fewer tests came before.
        result[same].place = max(result[same].place, entry.place)
      } else {
        said[key, default: []].append(result.count)
        result.append(entry)
      }
    }
    return joined(result.sorted(by: Self.precedes))
  }

  /// With what was printed at once told at once.
  private func joined(_ entries: [Entry]) -> [Entry] {
    var result: [Entry] = []
    for entry in entries {
      if entry.isContinued, let last = result.last, last.place == entry.place,
        case .filePrinted(let file, let before) = last.event, case .filePrinted(_, let lines) = entry.event
      {
        result[result.count - 1].event = .filePrinted(file, before + lines)
      } else {
        result.append(entry)
      }
    }
    return result
  }

  private struct FileRound: Hashable {
    let round: Int
    let file: Int
  }

  private static func precedes(_ a: Entry, _ b: Entry) -> Bool {
    (a.place.round, a.place.file, a.rank, a.place.test, a.isTest ? 1 : 0, a.order)
      < (b.place.round, b.place.file, b.rank, b.place.test, b.isTest ? 1 : 0, b.order)
  }
}

extension MergedReports.Entry {
  var isTest: Bool { if case .testEnded = event { true } else { false } }

  /// A file begins before anything is said of it.
  fileprivate var rank: Int { if case .fileStarted = event { 0 } else { 1 } }
}
