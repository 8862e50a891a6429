import MoonsheetSpec

/// One file's run, put together from the jobs that it took: a worker may die in it, and failed tests may be tried again.
struct FileRun {
  private(set) var events: [SpecEvent] = []
  private(set) var summary = FileSummary()
  private(set) var isComplete = false
  /// Where in ``events`` each test's result stands.
  private var places: [SpecID: Int] = [:]
  /// Where each test stands in the order of the whole file, as far as a worker has said.
  private var positions: [SpecID: Int] = [:]
  private var current: (id: SpecID, line: Int)?
  /// Whether what was written while ``current`` ran may be another's.
  var isAccompanied = false
  /// Whether a test ended since the last worker began with the file.
  private var hasProgressed = false
  /// Whether ``summary`` tells of a worker; of one that died nobody knows what it looked at.
  private var hasSummary = false
  /// What the workers before the present one ran, and what that one did.
  private var covered = SpecCoverage()
  private var coveredNow = SpecCoverage()

  mutating func add(_ event: SpecEvent, attempt: Int, position: Int? = nil) {
    switch event {
    case .fileStarted:
      if events.isEmpty { events.append(event) }
      covered = coverage
      coveredNow = SpecCoverage()
    case .fileIssue: if !events.contains(event) { events.append(event) }
    case .filePrinted: if attempt == 1 { events.append(event) }
    case .testStarted(let id, let line):
      current = (id, line)
      isAccompanied = false
      positions[id] = position
    case .testEnded(let result):
      positions[result.id] = position
      add(result, attempt)
    case .fileEnded: break
    }
  }

  /// Where an event's test stands in the order of the whole file; nil where all that come before it are here too.
  func position(of event: SpecEvent) -> Int? {
    if case .testEnded(let result) = event { positions[result.id] } else { nil }
  }

  private mutating func add(_ result: SpecResult, _ attempt: Int) {
    current = nil
    hasProgressed = true
    guard let place = places[result.id], case .testEnded(let earlier) = events[place] else {
      places[result.id] = events.count
      events.append(.testEnded(result))
      return
    }
    var result = result
    result.attempts = attempt
    if result.verdict == .passed, let issue = earlier.issues.first {
      result.notes = earlier.notes + ["attempt \(attempt - 1): \(issue.message)"] + result.notes
    }
    events[place] = .testEnded(result)
  }

  /// - Parameter scope: what names the file among all, to put before the names of its places.
  mutating func add(_ part: CoveragePart, scope: String) {
    let scope = part.place.map { scope + $0 }
    for file in part.lines {
      for hit in file.hits { coveredNow.add(.init(file: file.file, line: hit.line), count: hit.count, scope: scope) }
    }
    for policy in part.policies {
      coveredNow.add(
        .init(
          controller: policy.controller, callback: policy.callback, trigger: policy.trigger,
          verdict: policy.verdict ? "true" : "false"), count: policy.count, scope: scope)
    }
  }

  var coverage: SpecCoverage {
    var sum = covered
    sum.add(coveredNow)
    return sum
  }

  mutating func add(_ summary: FileSummary) {
    for name in summary.snapshots where !self.summary.snapshots.contains(name) { self.summary.snapshots.append(name) }
    self.summary.obsoleteSnapshots = summary.obsoleteSnapshots
    let unseen = summary.unseenSnapshots
    self.summary.unseenSnapshots = hasSummary ? self.summary.unseenSnapshots.filter(unseen.contains) : unseen
    hasSummary = true
  }

  /// A worker's end, blamed on the test that ran, or on the file.
  ///
  /// - Returns: whether the rest of the file is worth a new worker.
  mutating func addDeath(_ death: WorkerProcess.Death, captured: [String], in file: String, attempt: Int) -> Bool {
    if events.isEmpty { events.append(.fileStarted(file)) }
    hasSummary = true
    summary.unseenSnapshots = []
    let issue = SpecIssue(.error, death.description)
    guard let (id, line) = current else {
      if !captured.isEmpty { events.append(.filePrinted(file, captured)) }
      add(.fileIssue(file, issue), attempt: attempt)
      defer { hasProgressed = false }
      return hasProgressed
    }
    if isAccompanied, !captured.isEmpty { add(.filePrinted(file, captured), attempt: attempt) }
    let printed = isAccompanied ? [] : captured
    add(SpecResult(id: id, line: line, verdict: .errored, issues: [issue], printed: printed), attempt)
    return true
  }

  var isRunningTest: Bool { current != nil }

  /// The tests that have a result.
  var finished: [SpecID] { places.sorted { $0.value < $1.value }.map(\.key) }

  /// The tests that failed, in the order in which they ran.
  var failed: [SpecID] {
    events.compactMap { event in
      guard case .testEnded(let result) = event, result.verdict == .failed || result.verdict == .errored else {
        return nil
      }
      return result.id
    }
  }

  mutating func complete(_ file: String) {
    if events.isEmpty { events.append(.fileStarted(file)) }
    events.append(.fileEnded(file))
    isComplete = true
  }
}
