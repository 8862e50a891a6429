/// How many tests of a run ended how.
public struct SpecTally: Sendable, Equatable {
  public var passed = 0
  public var failed = 0
  /// Tests that raised something other than a failed expectation, and what went wrong outside of any test.
  public var errored = 0
  public var pending = 0
  /// Of the passed ones, those that failed first.
  public var flaky = 0

  public init() {}

  public mutating func add(_ event: SpecEvent) {
    switch event {
    case .testEnded(let result): add(result)
    case .fileIssue: errored += 1
    case .fileStarted, .filePrinted, .testStarted, .fileEnded: break
    }
  }

  private mutating func add(_ result: SpecResult) {
    switch result.verdict {
    case .passed: passed += 1
    case .failed: failed += 1
    case .errored: errored += 1
    case .pending: pending += 1
    }
    if result.isFlaky { flaky += 1 }
  }

  public var total: Int { passed + failed + errored + pending }
  public var hasFailed: Bool { failed + errored > 0 }

  /// The closing line of a plain run: errors count as failed, pending tests as skipped.
  public var closingLine: String { "\(passed) passed, \(failed + errored) failed, \(pending) skipped" }
}
