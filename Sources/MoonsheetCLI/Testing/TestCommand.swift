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
    let discovery = Discovery(paths, isRecursive: options.isRecursive, isSpec: try options.naming.rule())
    return (discovery.found, discovery.problems)
  }

  private func nothing(_ problems: [String], _ found: [Discovery.Found]) -> ExitStatus {
    guard problems.isEmpty else { return .nothingToRun }
    if options.allowsNothing { return .fine }
    let what =
      options.onlyFailed
      ? history.isMissing ? "no earlier run is known in this folder" : "nothing failed last time"
      : found.isEmpty ? "no spec files" : "no test matches"
    output.complain("moonsheet: error: \(what); --pass-with-no-tests allows that")
    return .nothingToRun
  }

  private enum Planned {
    case plan(TestPlan)
    case listed(ListedPlan)
    case over(ExitStatus)
  }

  /// What is to be run. Files are listed first only where their tests must be known before.
  private func planned(_ found: [Discovery.Found]) throws(ToolError) -> Planned {
    var names = found.map(\.file)
    if options.shufflesFiles { names = SpecOrder.shuffled(names, seed: options.spec.seed) }
    var plan = TestPlan(names: names)
    let namesLines = found.contains { !$0.lines.isEmpty }
    guard options.listing != nil || options.shard != nil || namesLines else {
      let known = try knownHistory()
      if selectsFailed { plan.keepFailed(known) }
      return .plan(plan)
    }
    let known = try knownHistory()
    let listing = TestListing(plan)
    let pool = self.pool(names)
    let ending = try pool.run(listing.jobs, for: listing, until: deadline)
    guard ending == .finished else { return .over(ending == .stopped ? .interrupted : .limitHit) }
    var listed = listing.listed
    let whole = Dictionary(listed.files.map { ($0.name, $0.tests.count) }) { first, _ in first }
    listed.keep(lines: Dictionary(found.map { ($0.file, $0.lines) }) { first, _ in first })
    if selectsFailed { listed.keepFailed(known) }
    guard options.listing == nil else { return .listed(try restricted(listed, whole, known)) }
    return .plan(listed.plan(whole: whole, shard: options.shard, by: options.shardRule, known))
  }

  /// Whether only what failed is wanted, and known.
  private var selectsFailed: Bool { options.onlyFailed && history.damage == nil }

  /// What earlier runs left, where that is asked for.
  ///
  /// - Throws: where it is damaged and other shards go by theirs: together they would not be the whole run.
  private func knownHistory() throws(ToolError) -> SpecHistory {
    let option = options.onlyFailed ? "--only-failed" : "--shard-by=time"
    guard options.onlyFailed || (options.shard != nil && options.shardRule == .time) else { return SpecHistory() }
    let known = history.read()
    guard let damage = history.damage else { return known }
    let problem = "the history \(history.path ?? "") is damaged (\(damage))"
    guard options.shard == nil else {
      throw ToolError(
        status: .nothingToRun,
        message: "\(problem), and with \(option) all shards must have the same; delete it for all of them")
    }
    output.complain("moonsheet: warning: \(problem), so all tests run; it is then written anew")
    return known
  }

  /// The shard's part of a listing.
  private func restricted(_ listed: ListedPlan, _ whole: [String: Int], _ known: SpecHistory) throws(ToolError)
    -> ListedPlan
  {
    let plan = listed.plan(whole: whole, shard: options.shard, by: options.shardRule, known)
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
        let text = "\(file.name):\(test.line): \(test.id.name)"
        output.line(options.listing == .json ? SpecJSON.listed(test).text : text)
      }
    }
    if !problems.isEmpty { status = max(status, .nothingToRun) }
    return status == .fine && listed.isEmpty ? nothing(problems, []) : status
  }

  var deadline: ContinuousClock.Instant? { options.timeout.map { began + $0 } }

  func pool(_ names: [String]) -> WorkerPool {
    let spec = options.spec
    return WorkerPool(size: options.jobs, wall: spec.wallPerTest, stop: stop) { job, channel in
      stop.leave()
      Worker(options: spec, round: job.round, channel: channel).serve(job, names)
    }
  }
}
