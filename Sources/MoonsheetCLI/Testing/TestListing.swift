import MoonsheetSpec

/// Lists the tests of a plan's files, in worker processes as running does.
final class TestListing: WorkerPoolDelegate {
  private(set) var listed: ListedPlan

  init(_ plan: TestPlan) {
    listed = ListedPlan(files: plan.files.map { ListedPlan.File(name: $0.name, position: $0.position) })
  }

  var jobs: [WorkerJob] { listed.files.indices.map { WorkerJob(.list, file: $0) } }
  let isOver = false

  func received(_ message: WorkerMessage, of job: WorkerJob) {
    guard case .listing(let listing, let issues) = message else { return }
    listed.files[job.file].tests = listing.tests
    listed.files[job.file].issues = issues
  }

  func finished(_ job: WorkerJob) -> WorkerJob? { nil }

  func died(_ job: WorkerJob, _ death: WorkerProcess.Death, captured: [String]) -> WorkerJob? {
    listed.files[job.file].issues = [SpecIssue(.error, death.description)]
    return nil
  }
}
