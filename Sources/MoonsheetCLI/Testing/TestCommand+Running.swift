import MoonsheetReports
import MoonsheetSpec

extension TestCommand {
  /// Runs a plan, as often as was asked for.
  func run(_ plan: TestPlan) throws(ToolError) -> ExitStatus {
    let report = TestReport(
      options.outputs, output: output, tellsDurations: options.tellsDurations,
      fileCount: plan.files.count * (options.untilFailure ? 1 : options.rounds))
    report.begin(header)
    let pool = self.pool(plan.files.map(\.name))
    var remembered: [SpecEvent] = []
    var ending = WorkerPool.Ending.finished
    var cut: String?
    var notes: [String] = []
    var unseen: [UnseenSnapshots] = []
    for round in 0..<options.rounds where ending == .finished && cut == nil {
      if options.untilFailure, report.tally.hasFailed { break }
      let progress = RoundProgress(plan, round)
      let run = TestRound(plan, round: round, retries: options.retries) { event, file, position in
        report.record(event, at: progress.place(of: event, file, position))
        remembered.append(event)
        return options.bail.map { report.tally.failed + report.tally.errored < $0 } ?? true
      }
      ending = try pool.run(run.jobs, for: run, until: deadline)
      cut = cutReason(ending, run, report)
      notes = obsoleteSnapshots(plan, run.summaries).flatMap(\.notes)
      unseen = unseenSnapshots(plan, run.summaries)
      if options.spec.coverage { report.add(run.coverage) }
    }
    report.addExecutableLines()
    history.add(remembered, isShard: options.shard != nil)
    return try end(report, ending, cut, notes, unseen)
  }

  /// Ends a round that did not come to its end; nil when it did.
  private func cutReason(_ ending: WorkerPool.Ending, _ run: TestRound, _ report: TestReport) -> String? {
    switch ending {
    case .finished:
      return run.isOver ? "ended after \(report.tally.failed + report.tally.errored) failures (--bail)" : nil
    case .stopped:
      run.cut("interrupted")
      return "interrupted"
    case .timedOut:
      let limit = "the limit of \(options.timeout?.components.seconds ?? 0) s for the whole run (--timeout)"
      run.cut("it ran when \(limit) was reached")
      return "ended at \(limit)"
    }
  }

  /// What is told of snapshots that no test looked at. With `--ci` they fail, with `--update-snapshots` they are gone.
  private func obsoleteSnapshots(_ plan: TestPlan, _ summaries: [FileSummary]) -> [UnseenSnapshots] {
    guard options.spec.snapshots == .compare, options.shard == nil else { return [] }
    return zip(plan.files, summaries).map { file, summary in
      UnseenSnapshots(file: file.name, names: summary.obsoleteSnapshots, fails: false)
    }
  }

  /// What a shard leaves to be judged when all of them are put together.
  private func unseenSnapshots(_ plan: TestPlan, _ summaries: [FileSummary]) -> [UnseenSnapshots] {
    guard options.spec.snapshots != .update, options.shard != nil else { return [] }
    return zip(plan.files, summaries).compactMap { file, summary in
      guard file.isWhole, !summary.unseenSnapshots.isEmpty else { return nil }
      return UnseenSnapshots(
        file: file.name, names: summary.unseenSnapshots, fails: options.spec.snapshots == .ci)
    }
  }

  private var header: SpecRunHeader {
    var header = SpecRunHeader(seed: options.spec.seed, profile: options.spec.profile.name)
    header.isShuffled = options.spec.shuffles || options.shufflesFiles
    header.isBusted = options.spec.isBusted
    header.shard = options.shard
    header.coverageMinimum = options.coverageMinimum.map { Int($0) }
    header.rounds = options.untilFailure ? 1 : options.rounds
    header.tellsDurations = options.tellsDurations
    return header
  }

  private func end(
    _ report: TestReport, _ ending: WorkerPool.Ending, _ cut: String?, _ notes: [String], _ unseen: [UnseenSnapshots]
  ) throws(ToolError) -> ExitStatus {
    var status: ExitStatus =
      switch ending {
      case .stopped: .interrupted
      case .timedOut: .limitHit
      case .finished: report.tally.hasFailed ? .failed : .fine
      }
    // A shard of a run that has tests may have none.
    let isEmpty = status == .fine && report.tally.total == 0 && options.shard == nil
    if isEmpty, !options.allowsNothing { status = .nothingToRun }
    // A shard runs a share of the lines; what all of them run is judged when they are put together.
    let isUncovered = options.shard == nil && report.isBelow(header.coverageMinimum)
    if isUncovered { status = max(status, .failed) }
    var last = SpecRunEnding(
      tally: report.tally, status: status.rawValue, cut: cut, coverage: report.coverage, notes: notes)
    last.unseen = unseen
    try report.end(last)
    if isEmpty, !options.allowsNothing {
      output.complain("moonsheet: error: no test matches; --pass-with-no-tests allows that")
    }
    if isUncovered { report.complainOfCoverage(header.coverageMinimum) }
    return status
  }
}
