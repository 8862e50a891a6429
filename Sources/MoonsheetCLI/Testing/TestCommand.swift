import Glibc
import LuaRuntime
import Moonsheet
import MoonsheetReports
import MoonsheetSpec

/// `moonsheet test`: finds spec files, runs their tests in worker processes, and tells how they went.
struct TestCommand {
  let options: TestOptions
  let output: Output
  let stop: StopSignal
  let history = HistoryFile()
  private let began = ContinuousClock.now

  init(options: TestOptions, output: Output, stop: StopSignal) {
    self.options = options
    self.output = output
    self.stop = stop
  }

  func run() throws(ToolError) -> ExitStatus {
    try options.bazel?.begin()
    defer { options.bazel?.end() }
    let (found, problems) = try discover()
    for problem in problems { output.complain("moonsheet: error: \(problem)") }
    let plan: TestPlan
    switch try planned(found) {
    case .plan(let planned): plan = planned
    case .listed(let listed): return tell(listed, problems)
    case .over(let status): return status
    }
    if plan.wholeIsEmpty { return nothing(problems, found) }
    return max(try run(plan), problems.isEmpty ? .fine : .nothingToRun)
  }

  private func discover() throws(ToolError) -> (found: [Discovery.Found], problems: [String]) {
    var paths = options.paths
    if paths.isEmpty { paths = options.spec.isBusted && Discovery.kind("spec") == S_IFDIR ? ["spec"] : ["."] }
    let discovery = Discovery(paths, isSpec: try Discovery.rule(options.pattern))
    return (discovery.found, discovery.problems)
  }

  private func nothing(_ problems: [String], _ found: [Discovery.Found]) -> ExitStatus {
    guard problems.isEmpty else { return .nothingToRun }
    if options.allowsNothing { return .fine }
    let what = options.onlyFailed ? "nothing failed last time" : found.isEmpty ? "no spec files" : "no test matches"
    output.complain("moonsheet: error: \(what); --pass-with-no-tests allows that")
    return .nothingToRun
  }

  // MARK: Planning

  private enum Planned {
    case plan(TestPlan)
    case listed(ListedPlan)
    case over(ExitStatus)
  }

  /// What is to be run. Files are listed first only where their tests must be known before.
  private func planned(_ found: [Discovery.Found]) throws(ToolError) -> Planned {
    var names = found.map(\.file)
    if options.spec.shuffles { names = SpecOrder.shuffled(names, seed: options.spec.seed) }
    var plan = TestPlan(names: names)
    let known = history.read()
    let namesLines = found.contains { !$0.lines.isEmpty }
    guard options.listing != nil || options.shard != nil || namesLines else {
      if options.onlyFailed { plan.keepFailed(known) }
      return .plan(plan)
    }
    let listing = TestListing(plan)
    let pool = self.pool(names)
    let ending = try pool.run(listing.jobs, for: listing, until: deadline)
    pool.dismiss()
    guard ending == .finished else { return .over(ending == .stopped ? .interrupted : .limitHit) }
    var listed = listing.listed
    let whole = Dictionary(listed.files.map { ($0.name, $0.tests.count) }) { first, _ in first }
    listed.keep(lines: Dictionary(found.map { ($0.file, $0.lines) }) { first, _ in first })
    if options.onlyFailed { listed.keepFailed(known) }
    guard options.listing == nil else { return .listed(try restricted(listed, known)) }
    return .plan(listed.plan(whole: whole, shard: options.shard, by: options.shardRule, known))
  }

  /// The shard's part of a listing.
  private func restricted(_ listed: ListedPlan, _ known: SpecHistory) throws(ToolError) -> ListedPlan {
    let plan = listed.plan(whole: [:], shard: options.shard, by: options.shardRule, known)
    var restricted = listed
    let kept = Dictionary(plan.files.map { ($0.name, $0) }) { first, _ in first }
    restricted.files = listed.files.compactMap { file in
      guard let planned = kept[file.name] else { return nil }
      var file = file
      if let only = planned.only { file.tests.removeAll { !only.contains($0.id) } }
      return file
    }
    return restricted
  }

  private func tell(_ listed: ListedPlan, _ problems: [String]) -> ExitStatus {
    var status = ExitStatus.fine
    for file in listed.files {
      for issue in file.issues {
        status = .failed
        output.complain("moonsheet: error: \(file.name): \(issue.message)")
      }
      for test in file.tests {
        output.line(options.listing == .json ? SpecJSON.listed(test).text : "\(file.name):\(test.line): \(test.id.name)")
      }
    }
    if !problems.isEmpty { status = max(status, .nothingToRun) }
    return status == .fine && listed.isEmpty ? nothing(problems, []) : status
  }

  private var deadline: ContinuousClock.Instant? { options.timeout.map { began + $0 } }

  private func pool(_ names: [String]) -> WorkerPool {
    let spec = options.spec
    return WorkerPool(size: min(options.jobs, max(1, names.count)), wall: spec.wallPerTest, stop: stop) {
      Worker(files: names, options: spec, jobs: $0, events: $1, capture: $2)
    }
  }
}

extension TestCommand {
  // MARK: Running

  private func run(_ plan: TestPlan) throws(ToolError) -> ExitStatus {
    let report = TestReport(options.outputs, output: output, tellsDurations: options.tellsDurations)
    report.begin(header)
    let pool = self.pool(plan.files.map(\.name))
    var remembered: [SpecEvent] = []
    var ending = WorkerPool.Ending.finished
    var cut: String?
    for round in 0..<options.rounds where ending == .finished && cut == nil {
      if options.untilFailure, report.tally.hasFailed { break }
      let progress = RoundProgress(plan, round)
      let run = TestRound(plan, round: round, retries: options.retries) { event, file in
        report.record(event, at: progress.place(of: event, file))
        remembered.append(event)
        return options.bail.map { report.tally.failed + report.tally.errored < $0 } ?? true
      }
      ending = try pool.run(run.jobs, for: run, until: deadline)
      cut = cutReason(ending, run, report)
      if options.spec.coverage { for summary in run.summaries { report.add(summary) } }
    }
    pool.dismiss()
    history.add(remembered)
    return try end(report, ending, cut)
  }

  /// Ends a round that did not come to its end; nil when it did.
  private func cutReason(_ ending: WorkerPool.Ending, _ run: TestRound, _ report: TestReport) -> String? {
    switch ending {
    case .finished: return run.isOver ? "ended after \(report.tally.failed + report.tally.errored) failures (--bail)" : nil
    case .stopped:
      run.cut("interrupted")
      return "interrupted"
    case .timedOut:
      let limit = "the limit of \(options.timeout?.components.seconds ?? 0) s for the whole run (--timeout)"
      run.cut("it ran when \(limit) was reached")
      return "ended at \(limit)"
    }
  }

  private var header: SpecRunHeader {
    var header = SpecRunHeader(seed: options.spec.seed, profile: options.spec.profile.name)
    header.isShuffled = options.spec.shuffles
    header.isBusted = options.spec.isBusted
    header.shard = options.shard
    header.rounds = options.untilFailure ? 1 : options.rounds
    header.tellsDurations = options.tellsDurations
    return header
  }

  private func end(_ report: TestReport, _ ending: WorkerPool.Ending, _ cut: String?) throws(ToolError) -> ExitStatus {
    var status: ExitStatus =
      switch ending {
      case .stopped: .interrupted
      case .timedOut: .limitHit
      case .finished: report.tally.hasFailed ? .failed : .fine
      }
    // A shard of a run that has tests may have none.
    let isEmpty = status == .fine && report.tally.total == 0 && options.shard == nil
    if isEmpty, !options.allowsNothing { status = .nothingToRun }
    let isUncovered = options.coverageMinimum.map { (report.coverage?.percent ?? 0) < $0 } ?? false
    if isUncovered { status = max(status, .failed) }
    try report.end(
      SpecRunEnding(tally: report.tally, status: status.rawValue, cut: cut, coverage: report.coverage))
    if isEmpty, !options.allowsNothing {
      output.complain("moonsheet: error: no test matches; --pass-with-no-tests allows that")
    }
    if isUncovered, let minimum = options.coverageMinimum {
      output.complain("moonsheet: error: line coverage is below \(Int(minimum))% (--coverage-min)")
    }
    return status
  }
}

/// Counts through a round, so that each event has its place in the whole run.
private final class RoundProgress {
  private let plan: TestPlan
  private let round: Int
  private var current = (file: -1, next: 0)

  init(_ plan: TestPlan, _ round: Int) {
    self.plan = plan
    self.round = round
  }

  func place(of event: SpecEvent, _ index: Int) -> SpecPlace {
    let file = plan.files[index]
    if current.file != index { current = (index, 0) }
    guard case .testEnded(let result) = event else {
      return SpecPlace(round: round, file: file.position, test: current.next)
    }
    let position = file.positions[result.id] ?? current.next
    current.next = position + 1
    return SpecPlace(round: round, file: file.position, test: position)
  }
}
