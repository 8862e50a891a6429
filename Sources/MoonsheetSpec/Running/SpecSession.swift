import Glibc
import LuaRuntime
import Moonsheet
import PresentationKit

/// One file in one host, from the first line of the helper to the end of the last hook.
///
/// The vocabulary's runner, in Lua, decides what comes next. In the sandbox it is a flow that waits for this session to run each
/// function of the spec as a flow of its own, with limits of its own; with stock libraries it runs them itself.
final class SpecSession {
  enum Purpose { case lists, runs }

  /// What the runner waits for.
  enum Request {
    case run(LuaFunction)
    case mark
    case restore(Int)
  }

  let options: SpecOptions
  private(set) var file = ""
  private(set) var purpose = Purpose.runs
  let host: MoonsheetHost
  let files: any SpecFileSource
  let modules: SpecModules
  var emit: (SpecEvent) -> Void = { _ in }
  /// Which tests to run; nil for all.
  var isWanted: ((SpecID, Int) -> Bool)?

  /// What listing found, and under which place in the tree.
  var listing: [(test: SpecListing.Test, place: String)] = []
  var hasFocus = false
  var snapshots: Snapshots
  var policies = PolicyCoverage()
  var isPartial = false
  var wasFiltered = false

  var request: Request?
  var marks: [TestMark] = []
  var test: RunningTest?
  var printed: [String] = []
  var callbackErrors: [CallbackError] = []
  var warnings: [String] = []
  /// How many steps the run has come through: of the tests and ends of blocks, also those that are left out.
  var steps = 0
  /// Which part of the file what runs now belongs to; nil for tests.
  var place: String? = ""
  /// What goes on when something that belongs elsewhere has run, the innermost last.
  var outer: [(place: String?, numbers: LuaHost.ObjectNumbers?)] = []
  /// Where the running test stands.
  var placeAround: String? = ""
  /// Gets what ran since it was last told; nil where it is told at the end.
  var onCoverage: ((CoveragePart) -> Void)?

  /// The test that is being run.
  struct RunningTest {
    let id: SpecID
    let line: Int
    let start: UInt64
    var result: SpecResult?
  }

  /// An error that a callback of the scene raised.
  struct CallbackError {
    let text: String
    let message: String
    let site: SourceSite?
    let traceback: [String]
  }

  /// Runs a file, once the vocabulary is there.
  private var runner: LuaFunction?

  /// Makes a host and loads the vocabulary into it.
  ///
  /// - Parameter preloads: parts of the vocabulary that are usually loaded when a spec asks for them.
  init(options: SpecOptions, files: any SpecFileSource, preloads: [String] = []) throws(LuaError) {
    self.options = options
    self.files = files
    modules = SpecModules(path: options.lpath, files: files)
    snapshots = Snapshots(besides: "", mode: options.snapshots, files: files)
    host = try MoonsheetHost(Self.hostOptions(options))
    host.lua.printer = { [unowned self] in printed.append($0) }
    host.lua.warner = { [unowned self] in printed.append($0) }
    host.onDiagnostic = { [unowned self] in note($0) }
    host.onEntry = { [unowned self] in policies.add($0) }
    try prepare(preloads)
  }

  /// NB: with enough fuel of its own. What a test may use is no concern of the vocabulary.
  private func prepare(_ preloads: [String]) throws(LuaError) {
    let limits = host.lua.limits
    host.lua.limits.fuel = max(limits.fuel, 10_000_000)
    defer { host.lua.limits = limits }
    let boot = try host.lua.load(
      LuaChunk(name: "[moonsheet]/boot.lua", source: VocabularySource.text(of: "boot") ?? []))
    runner = try host.lua.call(boot, hostTable(preloading: preloads))
    // What is garbage now is so for every file, and a small file then needs no collection at all. NB: with stock libraries
    // memory is not what is short, so the first collection after this one may wait longer.
    host.lua.collectGarbage(growth: options.isBusted ? 8 : 0)
  }

  /// From here on the session is about this file, and knows nothing of one before.
  func begin(_ file: String, _ purpose: Purpose) {
    self.file = file
    self.purpose = purpose
    isWanted = nil
    (listing, hasFocus) = ([], false)
    snapshots = Snapshots(besides: file, mode: options.snapshots, files: files)
    policies = PolicyCoverage()
    (isPartial, wasFiltered, isInterrupted) = (false, false, false)
    (request, marks, test) = (nil, [], nil)
    (printed, callbackErrors, warnings) = ([], [], [])
    (steps, place, placeAround, outer, onCoverage) = (0, "", "", [], nil)
  }

  func close() { host.close() }

  private static func hostOptions(_ options: SpecOptions) -> MoonsheetOptions {
    var result = MoonsheetOptions()
    result.profile = options.profile
    result.seed = options.seed
    result.limits.memory = options.memory ?? (options.isBusted ? 1 << 30 : 64 << 20)
    if options.isBusted { result.limits.maxBlock = result.limits.memory }
    result.limits.fuel = options.fuelPerTest
    result.limits.wall = options.wallPerTest
    result.wall = options.wallPerTest
    result.traceCapacity = nil
    result.libraries = options.isBusted ? .stock : .sandboxed
    return result
  }

  // MARK: The run

  /// Runs or lists the file.
  func run(_ script: [UInt8], occurrences: [String: Int]) {
    host.lua.countsLines = options.coverage && purpose == .runs
    guard let runner else { return }
    do throws(LuaError) {
      let own = ownTable(occurrences)
      if options.isBusted { return try runAtOnce(runner, script, own) }
      let flow = try host.lua.makeFlow { frame in
        frame.push(runner)
        frame.push(bytes: script)
        frame.push(own)
        return 2
      }
      host.lua.numberObjects(apartFrom: Self.firstNumber(ofStep: 0))
      try drive(flow)
    } catch {
      issue(SpecIssue(error))
    }
  }

  /// With stock libraries the runner is called on the main thread, where specs expect to be.
  private func runAtOnce(_ runner: LuaFunction, _ script: [UInt8], _ own: LuaTable) throws(LuaError) {
    do throws(LuaError) {
      try host.lua.call(runner, LuaBytes(script), own)
    } catch {
      isPartial = true
      throw error
    }
  }

  /// Lets the numbers of the objects that a step makes begin at one that is its own, whatever was made before: by the
  /// vocabulary, and by tests that another shard may run.
  func numberObjects(at offset: Int = 0) { host.lua.numberObjects(from: Self.firstNumber(ofStep: steps) + offset) }

  static func firstNumber(ofStep step: Int) -> Int { 1_000_000 * (step + 1) }

  private func drive(_ flow: LuaFlow) throws(LuaError) {
    var step = host.lua.resume(flow)
    while case .waiting = step {
      let answer = request.map { perform($0) } ?? .nothing
      request = nil
      if isInterrupted { return }
      step = host.lua.resume(flow) { frame in answer.push(to: frame) }
    }
    if case .failed(let error) = step {
      isPartial = true
      throw error
    }
  }

  private var isInterrupted = false

  private func perform(_ request: Request) -> Answer {
    switch request {
    case .run(let function):
      guard let error = host.runTest(function) else { return .nothing }
      forget(error)
      if error.kind == .interrupted {
        isInterrupted = true
        isPartial = true
      }
      if error.kind == .memory { host.lua.collectGarbage() }
      return .limit(error)
    case .mark:
      marks.append(host.mark(number: marks.count + 1))
      return .number(marks.count)
    case .restore(let number):
      guard marks.indices.contains(number - 1) else { return .nothing }
      if !host.isUntouched(since: marks[number - 1]) { host.restore(marks[number - 1]) }
      callbackErrors = []
      warnings = []
      return .nothing
    }
  }

  // MARK: What the host says

  private func note(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .warning {
      warnings.append(diagnostic.description)
      return
    }
    guard diagnostic.severity == .error else { return }
    let entry = host.scene.trace.last
    var diagnostic = diagnostic
    diagnostic.traceback = Self.withoutVocabulary(diagnostic.traceback)
    callbackErrors.append(
      CallbackError(
        text: entry?.name == "error" ? entry?.text ?? "" : "", message: diagnostic.message, site: diagnostic.site,
        traceback: diagnostic.tracebackLines))
  }

  /// The functions that a script's author knows: without those of the vocabulary, and what these called.
  private static func withoutVocabulary(_ frames: [LuaError.Frame]) -> [LuaError.Frame] {
    var result: [LuaError.Frame] = []
    for frame in frames {
      guard frame.site?.chunk.hasPrefix("[moonsheet]") == true else {
        result.append(frame)
        continue
      }
      while result.last?.isNative == true { result.removeLast() }
    }
    return result
  }

  /// The error of a main flow is told as a diagnostic too; here it is the test's own.
  private func forget(_ error: LuaError) {
    if let last = callbackErrors.last, last.message == error.message { callbackErrors.removeLast() }
  }

  func issue(_ issue: SpecIssue) {
    flushPrinted()
    emit(.fileIssue(file, issue))
  }

  func flushPrinted() {
    guard test == nil, !printed.isEmpty else { return }
    emit(.filePrinted(file, printed))
    printed = []
  }

  /// Microseconds of a clock that never goes back.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
  }
}

extension SpecIssue {
  /// What ended the runner itself, or kept it from starting.
  init(_ error: LuaError) {
    self.init(
      .error, SpecSession.told(error.message), site: error.site.map { SourceSite(file: $0.chunk, line: $0.line) },
      traceback: Self.lines(error.traceback))
  }

  /// Script frames as `file:line in function`; those of the vocabulary are nobody's concern.
  static func lines(_ frames: [LuaError.Frame]) -> [String] {
    frames.compactMap { frame in
      guard let site = frame.site, !site.chunk.hasPrefix("[moonsheet]") else { return nil }
      return "\(site)" + (frame.function.map { " in \($0)" } ?? "")
    }
  }
}
