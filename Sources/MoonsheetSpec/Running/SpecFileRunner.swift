import LuaRuntime
import Moonsheet

/// Runs the tests of one spec file in a fresh host.
public final class SpecFileRunner {
  /// As it was found; positions and ids name it.
  public let file: String
  public let options: SpecOptions
  let files: any SpecFileSource
  /// Called with what interrupts each host that is made, before it runs anything.
  public var onHost: ((LuaInterrupt) -> Void)?

  public init(file: String, options: SpecOptions, files: any SpecFileSource) {
    self.file = file
    self.options = options
    self.files = files
  }

  /// Loads the file and its blocks, runs no test and no hook.
  public func list() -> (listing: SpecListing, issues: [SpecIssue]) { (SpecListing(), []) }

  /// Runs the tests.
  ///
  /// - Parameters:
  ///   - only: which tests to run, by id and line; nil for all.
  ///   - emit: gets each event as it happens.
  public func run(
    only: ((SpecID, Int) -> Bool)? = nil, emit: @escaping (SpecEvent) -> Void
  ) -> FileSummary {
    emit(.fileStarted(file))
    emit(.fileEnded(file))
    return FileSummary()
  }
}
