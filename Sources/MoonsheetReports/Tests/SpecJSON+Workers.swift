import MoonsheetSpec

/// What worker processes say besides events.
extension SpecJSON {
  /// A test's identity as members of an object.
  public static func members(_ id: SpecID) -> [(key: String, value: JSONText)] { of(id) }

  /// A test as `--list=json` tells it.
  public static func listed(_ test: SpecListing.Test) -> JSONText {
    line("listed", of(test.id) + [("line", .integer(test.line)), ("tags", strings(test.tags))])
  }

  public static func listing(_ listing: SpecListing, _ issues: [SpecIssue]) -> JSONText {
    let tests = listing.tests.map { test in
      JSONText.object(of(test.id) + [("line", .integer(test.line)), ("tags", strings(test.tags))])
    }
    return line("listing", [("tests", .array(tests)), ("issues", .array(issues.map(issue)))])
  }

  public static func readListing(_ line: JSONText) -> (listing: SpecListing, issues: [SpecIssue])? {
    guard let tests = line["tests"]?.array, let issues = line["issues"]?.array else { return nil }
    let read = tests.compactMap { value -> SpecListing.Test? in
      guard let id = readID(value), let number = value["line"]?.integer else { return nil }
      return SpecListing.Test(id: id, line: number, tags: value["tags"]?.strings ?? [])
    }
    return (SpecListing(tests: read), issues.compactMap(readIssue))
  }

  /// The bytes of an event's line. Most lines are about a test with no more to say, whose bytes need no value to be made first.
  public static func bytes(of event: SpecEvent, at place: SpecPlace? = nil) -> [UInt8] {
    guard case .testEnded(let result) = event, place == nil, result.attempts == 1, result.issues.isEmpty,
      result.printed.isEmpty, result.notes.isEmpty
    else { return self.event(event, at: place).bytes }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(160 + result.id.file.utf8.count + result.id.name.utf8.count)
    func add(_ key: StaticString, _ number: Int) {
      bytes.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
      bytes += String(number).utf8
    }
    func add(_ key: StaticString, _ text: String) {
      bytes.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
      JSONText.quote(text, to: &bytes)
    }
    add("{\"v\":", version)
    add(",\"type\":", "test")
    add(",\"file\":", result.id.file)
    add(",\"name\":", result.id.name)
    add(",\"occurrence\":", result.id.occurrence)
    add(",\"line\":", result.line)
    add(",\"verdict\":", result.verdict.rawValue)
    add(",\"microseconds\":", result.microseconds)
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// A worker's word that it can take another file.
  public static var ready: JSONText { line("ready", []) }

  /// What ran of a file, in its tests or outside of them.
  public static func covered(_ part: CoveragePart) -> JSONText {
    let lines = part.lines.map { file in
      JSONText.object([
        ("file", .string(file.file)),
        ("hits", .array(file.hits.flatMap { [JSONText.integer($0.line), .integer($0.count)] })),
      ])
    }
    let policies = part.policies.map { policy in
      JSONText.object([
        ("controller", .string(policy.controller)), ("callback", .string(policy.callback)),
        ("trigger", .string(policy.trigger)), ("verdict", .bool(policy.verdict)), ("count", .integer(policy.count)),
      ])
    }
    return line(
      "covered",
      (part.place.map { [("place", .string($0))] } ?? []) + [("lines", .array(lines)), ("policies", .array(policies))])
  }

  /// The end of a file's run, with what it left.
  public static func done(_ summary: FileSummary) -> JSONText {
    line(
      "done",
      [
        ("snapshots", strings(summary.snapshots)),
        ("obsolete", strings(summary.obsoleteSnapshots)), ("unseen", strings(summary.unseenSnapshots)),
        ("partial", .bool(summary.isPartial)),
      ])
  }

  public static func readCovered(_ line: JSONText) -> CoveragePart {
    var part = CoveragePart(place: line["place"]?.string)
    part.lines = (line["lines"]?.array ?? []).compactMap { value in
      guard let file = value["file"]?.string, let hits = value["hits"]?.array?.compactMap(\.integer) else { return nil }
      let pairs = stride(from: 0, to: hits.count - 1, by: 2).map { (line: hits[$0], count: hits[$0 + 1]) }
      return FileSummary.Lines(file: file, hits: pairs)
    }
    part.policies = (line["policies"]?.array ?? []).compactMap { value in
      guard let controller = value["controller"]?.string, let callback = value["callback"]?.string,
        let trigger = value["trigger"]?.string, let verdict = value["verdict"]?.bool,
        let count = value["count"]?.integer
      else { return nil }
      return FileSummary.Policy(
        controller: controller, callback: callback, trigger: trigger, verdict: verdict, count: count)
    }
    return part
  }

  public static func readSummary(_ line: JSONText) -> FileSummary {
    var summary = FileSummary()
    summary.snapshots = line["snapshots"]?.strings ?? []
    summary.obsoleteSnapshots = line["obsolete"]?.strings ?? []
    summary.unseenSnapshots = line["unseen"]?.strings ?? []
    summary.isPartial = line["partial"]?.bool ?? false
    return summary
  }
}
