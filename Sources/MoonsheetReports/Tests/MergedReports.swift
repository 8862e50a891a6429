import MoonsheetSpec

/// The JSON Lines of several shards of one run, put together.
public struct MergedReports {
  /// Why files are not shards of one run.
  public struct Problem: Error, CustomStringConvertible {
    public let description: String
  }

  private var run: SpecRunHeader?
  private var shards: [Shard] = []
  private var entries: [(place: SpecPlace, order: Int, event: SpecEvent)] = []
  public private(set) var coverage: SpecCoverage?
  /// Why one of the runs ended before its end; nil when none did.
  public private(set) var cut: String?
  public private(set) var notes: [String] = []

  public init() {}

  /// Adds one file.
  ///
  /// - Throws: when a line cannot be read, the end is missing, or the file belongs to another run.
  public mutating func add(_ bytes: [UInt8], named name: String) throws(Problem) {
    var hasEnded = false
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
        notes += value["notes"]?.strings ?? []
      } else {
        add(value)
      }
    }
    guard hasEnded else { throw Problem(description: "\(name): the end is missing; the run that wrote it did not end") }
  }

  private mutating func add(_ header: SpecRunHeader?, named name: String) throws(Problem) {
    guard let header else {
      throw Problem(description: "\(name): no results of version \(SpecJSON.version); wanted what -o json=FILE wrote")
    }
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

  private mutating func add(_ line: JSONText) {
    var sum = coverage ?? SpecCoverage()
    if SpecJSON.readCoverage(line, into: &sum) {
      coverage = sum
    } else if let (event, place) = SpecJSON.readEvent(line) {
      entries.append((place, entries.count, event))
    }
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

  /// All events in the order of the whole run. What several shards say of one file is said once.
  ///
  /// - Complexity: O(*n* log *n*), and O(*k*²) in what is said outside of tests about one file.
  public var events: [(place: SpecPlace, event: SpecEvent)] {
    var result: [(place: SpecPlace, event: SpecEvent)] = []
    var said: [SpecEvent] = []
    var current: (round: Int, file: Int)?
    for entry in entries.sorted(by: Self.precedes) {
      if current ?? (-1, -1) != (entry.place.round, entry.place.file) {
        current = (entry.place.round, entry.place.file)
        said = []
      }
      if case .testEnded = entry.event {
      } else {
        if said.contains(entry.event) { continue }
        said.append(entry.event)
      }
      result.append((entry.place, entry.event))
    }
    return result
  }

  private static func precedes(
    _ a: (place: SpecPlace, order: Int, event: SpecEvent), _ b: (place: SpecPlace, order: Int, event: SpecEvent)
  ) -> Bool {
    (a.place.round, a.place.file, rank(a.event), a.place.test, a.order)
      < (b.place.round, b.place.file, rank(b.event), b.place.test, b.order)
  }

  /// A file begins before anything is said of it.
  private static func rank(_ event: SpecEvent) -> Int { if case .fileStarted = event { 0 } else { 1 } }
}
