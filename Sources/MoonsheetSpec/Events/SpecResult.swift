/// One test's end.
public struct SpecResult: Sendable, Equatable {
  public enum Verdict: String, Sendable {
    case passed, failed, errored, pending
  }

  public var id: SpecID
  /// The line of the test in its file.
  public var line: Int
  public var verdict: Verdict
  /// Failures and errors, in the order in which they arose; for a pending test, one issue that says why, if a reason was given.
  public var issues: [SpecIssue]
  /// Wall time in microseconds; 0 with `--no-durations`.
  public var microseconds: Int
  /// How often it was run before this verdict, 1 without retries. Passed after more than one is *flaky*.
  public var attempts: Int
  /// What the test printed, line by line.
  public var printed: [String]
  /// Remarks that are no failure, such as timers and flows that the test left running.
  public var notes: [String]

  public init(
    id: SpecID, line: Int, verdict: Verdict, issues: [SpecIssue] = [], microseconds: Int = 0, attempts: Int = 1,
    printed: [String] = [], notes: [String] = []
  ) {
    self.id = id
    self.line = line
    self.verdict = verdict
    self.issues = issues
    self.microseconds = microseconds
    self.attempts = attempts
    self.printed = printed
    self.notes = notes
  }

  public var isFlaky: Bool { verdict == .passed && attempts > 1 }
}
