/// What a run tells its recorders, in order.
public enum SpecEvent: Sendable, Equatable {
  /// A file is about to be loaded.
  case fileStarted(String)
  /// Something outside of any test of the file went wrong: a syntax error, a failing `setup`, a missing helper, a worker that died.
  case fileIssue(String, SpecIssue)
  /// The file printed lines outside of any test.
  case filePrinted(String, [String])
  /// With the line that declares it.
  case testStarted(SpecID, line: Int)
  case testEnded(SpecResult)
  case fileEnded(String)
}
