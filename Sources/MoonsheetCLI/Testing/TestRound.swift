import MoonsheetSpec

/// Runs all files of a plan once, and passes on what happens: the files in their order, whichever worker was faster.
final class TestRound: WorkerPoolDelegate {
  private let plan: TestPlan
  private let round: Int
  private let retries: Int
  private var runs: [FileRun]
  /// The first file that is not wholly passed on, and how many of its events are.
  private var front = (file: 0, events: 0)
  /// Gets each event, with the position of its file in the plan and, where that is known, of its test in the whole file;
  /// false when it wants no more.
  private let pass: (SpecEvent, Int, Int?) -> Bool
  private(set) var isOver = false
  /// What the files left, by their position in the plan.
  var summaries: [FileSummary] { runs.map(\.summary) }
  /// What ran in all files.
  var coverage: SpecCoverage { runs.reduce(into: SpecCoverage()) { $0.add($1.coverage) } }

  init(_ plan: TestPlan, round: Int, retries: Int, pass: @escaping (SpecEvent, Int, Int?) -> Bool) {
    self.plan = plan
    self.round = round
    self.retries = retries
    self.pass = pass
    runs = Array(repeating: FileRun(), count: plan.files.count)
  }

  var jobs: [WorkerJob] {
    plan.files.enumerated().map { WorkerJob(.run, file: $0, round: round, only: $1.only) }
  }

  func received(_ message: WorkerMessage, of job: WorkerJob) {
    switch message {
    case .listing, .ready: return
    case .covered(let part): return runs[job.file].add(part, scope: "\(round) \(plan.files[job.file].name) ")
    case .running(let test):
      let id = SpecID(file: plan.files[job.file].name, name: test.name, occurrence: test.occurrence)
      let position = test.position < 0 ? nil : test.position
      runs[job.file].add(.testStarted(id, line: test.line), attempt: job.attempt, position: position)
      runs[job.file].isAccompanied = test.isAccompanied
    case .event(let event, let position): runs[job.file].add(event, attempt: job.attempt, position: position)
    case .done(let summary): runs[job.file].add(summary)
    }
    passOn()
  }

  func finished(_ job: WorkerJob) -> WorkerJob? { next(after: job) }

  func died(_ job: WorkerJob, _ death: WorkerProcess.Death, captured: [String]) -> WorkerJob? {
    let name = plan.files[job.file].name
    let goesOn = runs[job.file].addDeath(death, captured: captured, in: name, attempt: job.attempt)
    guard goesOn, job.attempt == 1 else { return next(after: job) }
    passOn()
    var rest = job
    rest.number = nil
    rest.skip = runs[job.file].finished
    return rest
  }

  /// Another attempt at what failed, or the end of the file.
  private func next(after job: WorkerJob) -> WorkerJob? {
    let failed = runs[job.file].failed
    if job.attempt <= retries, !failed.isEmpty {
      var again = WorkerJob(.run, file: job.file, round: round, only: failed)
      again.attempt = job.attempt + 1
      return again
    }
    runs[job.file].complete(plan.files[job.file].name)
    passOn()
    return nil
  }

  /// Passes on what is known for good. With retries a result may still change until its file is complete.
  private func passOn() {
    while front.file < runs.count, !isOver {
      let run = runs[front.file]
      guard run.isComplete || retries == 0 else { return }
      while front.events < run.events.count, !isOver {
        let event = run.events[front.events]
        isOver = !pass(event, front.file, run.position(of: event))
        front.events += 1
      }
      guard run.isComplete, !isOver else { return }
      front = (front.file + 1, 0)
    }
  }

  /// The run ends here: what ran becomes an error, what is known is passed on.
  func cut(_ why: String) {
    for file in runs.indices where !runs[file].isComplete && !runs[file].events.isEmpty {
      if runs[file].isRunningTest {
        _ = runs[file].addDeath(.killed(why), captured: [], in: plan.files[file].name, attempt: 1)
      }
      runs[file].complete(plan.files[file].name)
    }
    for run in runs[front.file...] where !isOver {
      for event in run.events.dropFirst(front.events) where !isOver {
        isOver = !pass(event, front.file, run.position(of: event))
      }
      front = (front.file + 1, 0)
    }
  }
}
