import PresentationKit

/// What went wrong in a test, or outside of any.
public struct SpecIssue: Sendable, Equatable {
  public enum Kind: String, Sendable {
    /// An expectation did not hold.
    case failure
    /// Anything else that raised: a script error, a limit, a worker that died.
    case error
  }

  public var kind: Kind
  /// What to read first; may span lines.
  public var message: String
  public var site: SourceSite?
  /// Script frames, innermost first, each as `file:line in function`.
  public var traceback: [String]
  /// Where the expected and the actual value part, ready to print; empty when there is nothing to compare.
  public var difference: [String]

  public init(
    _ kind: Kind, _ message: String, site: SourceSite? = nil, traceback: [String] = [], difference: [String] = []
  ) {
    self.kind = kind
    self.message = message
    self.site = site
    self.traceback = traceback
    self.difference = difference
  }
}
