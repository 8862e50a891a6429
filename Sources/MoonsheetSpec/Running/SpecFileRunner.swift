import LuaRuntime
import Moonsheet
import PresentationKit

/// Runs the tests of one spec file in a fresh host.
///
/// Nothing that a spec does ends the process while the sandbox is on: what goes wrong is an issue, and the rest still runs.
public final class SpecFileRunner {
  /// As it was found; positions and ids name it.
  public let file: String
  public let options: SpecOptions
  /// Called with what interrupts each host that is made, before it runs anything.
  public var onHost: ((LuaInterrupt) -> Void)?

  /// Called with each host that is made, before it runs anything: to give it more modules.
  public var prepares: ((MoonsheetHost) -> Void)?

  /// Called with what ran whenever a test begins or ends: what is known when a test ends its process. Without it the
  /// summary tells all at the end.
  public var onCoverage: ((CoveragePart) -> Void)?

  /// False where the process ends anyway: taking a host apart takes as long as a few tests.
  public var closesHosts = true

  private let files: any SpecFileSource
  private var prepared: PreparedSpec?

  /// - Parameter prepared: a host to run the file in, made with the same options.
  public init(file: String, options: SpecOptions, files: any SpecFileSource, prepared: PreparedSpec? = nil) {
    self.file = file
    self.options = options
    self.files = files
    self.prepared = prepared
  }

  /// Loads the file and its blocks, runs no test and no hook.
  ///
  /// - Returns: the tests, in the order in which they stand, and what went wrong while loading.
  public func list() -> (listing: SpecListing, issues: [SpecIssue]) {
    let found = survey()
    return (SpecListing(tests: found.tests.map(\.test)), found.issues)
  }

  /// Runs the tests.
  ///
  /// - Parameters:
  ///   - only: which tests to run, by id and line; nil for all.
  ///   - emit: gets each event as it happens, between `fileStarted` and `fileEnded`.
  public func run(
    only: ((SpecID, Int) -> Bool)? = nil, emit: @escaping (SpecEvent) -> Void
  ) -> FileSummary {
    emit(.fileStarted(file))
    defer { emit(.fileEnded(file)) }
    guard let script = script(emit) else { return FileSummary() }
    var occurrences: [String: Int] = [:]
    var hasFocus = false
    if needsSurvey(script) {
      let found = survey()
      hasFocus = found.hasFocus
      for entry in found.tests { occurrences[entry.place] = entry.test.id.occurrence }
    }
    guard let session = open(.runs, emit) else { return FileSummary() }
    defer { leave(session) }
    session.hasFocus = hasFocus
    session.isWanted = only
    session.onCoverage = onCoverage
    session.run(script, occurrences: occurrences)
    session.flushPrinted()
    var summary = session.summary()
    summary.unseenSnapshots = session.unseenSnapshots()
    return summary
  }

  private typealias Survey = (tests: [(test: SpecListing.Test, place: String)], hasFocus: Bool, issues: [SpecIssue])

  private func survey() -> Survey {
    var issues: [SpecIssue] = []
    let emit: (SpecEvent) -> Void = { event in
      if case .fileIssue(_, let issue) = event { issues.append(issue) }
    }
    guard let script = script(emit), let session = open(.lists, emit) else { return ([], false, issues) }
    defer { leave(session) }
    session.run(script, occurrences: [:])
    return (session.listing, session.hasFocus, issues)
  }

  /// Whether the tests must be known before the first one runs: to number them where they run in another order than they
  /// stand, or because one may be in focus.
  private func needsSurvey(_ script: [UInt8]) -> Bool {
    if options.shuffles || options.sorts { return true }
    guard !options.isBusted else { return false }
    let text = String(decoding: script, as: UTF8.self)
    return ["fit", "fdescribe", ".only"].contains { text.contains($0) } || text.contains("randomize")
  }

  private func script(_ emit: (SpecEvent) -> Void) -> [UInt8]? {
    if let script = files.read(file) { return script }
    emit(.fileIssue(file, SpecIssue(.error, "cannot read \(file)")))
    return nil
  }

  private func open(_ purpose: SpecSession.Purpose, _ emit: @escaping (SpecEvent) -> Void) -> SpecSession? {
    do throws(LuaError) {
      let session = if let session = prepared?.take(seed: options.seed) { session } else { try makeSession() }
      session.begin(file, purpose)
      session.emit = emit
      onHost?(session.host.lua.interruptToken)
      return session
    } catch {
      emit(.fileIssue(file, SpecIssue(error)))
      return nil
    }
  }

  private func makeSession() throws(LuaError) -> SpecSession {
    let session = try SpecSession(options: options, files: files)
    prepares?(session.host)
    return session
  }

  /// NB: kept for good where hosts are not closed, since one that nobody holds is taken apart too.
  private func leave(_ session: SpecSession) {
    if prepared?.owns(session) ?? false { return }
    if closesHosts { session.close() } else { _ = Unmanaged.passRetained(session) }
  }
}
