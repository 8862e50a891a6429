import Glibc
import LuaRuntime
import Moonsheet
import MoonsheetSpec
import PresentationKit

/// What `moonsheet test` was asked to do.
struct TestOptions {
  enum Listing { case text, json }

  /// What changes how a file's tests run.
  var spec = SpecOptions()
  var paths: [String] = []
  /// A Lua pattern that the names of spec files match; nil for `*_spec.lua`.
  var pattern: String?
  var outputs: [TestOutput] = []
  /// Names to match, whole.
  var listing: Listing?
  var onlyFailed = false
  var rounds = 1
  var untilFailure = false
  /// After how many failures the run ends.
  var bail: Int?
  var retries = 0
  var jobs = 1
  var watches = false
  var tellsDurations = true
  var coverageMinimum: Double?
  var shard: Shard?
  var shardRule = ShardRule.index
  var allowsNothing = false
  /// The limit of the whole run.
  var timeout: Duration?
  /// What the scheduler around the run wants to be told, and where.
  var bazel: BazelProtocol?
  /// The file that busted's own options are read from; nil for `.busted`, if it is there.
  var configuration: String?
  /// The task of that file.
  var task = "default"
  var wantsHelp = false
  /// Whether `--seed` was given.
  private(set) var hasSeed = false

  init(_ words: [String]) throws(ToolError) {
    let arguments = try Arguments(words, known: Self.known) { nearestName(to: $0, among: $1) }
    paths = arguments.operands
    spec.helperArguments = arguments.rest
    if Self.variable("CI").map({ !["", "0", "false"].contains($0) }) ?? false { spec.snapshots = .ci }
    for (name, value) in arguments.options { try apply(name, value) }
    try complete()
  }

  /// An environment variable; nil when it is not set.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// What follows from the options together.
  private mutating func complete() throws(ToolError) {
    if outputs.isEmpty { outputs = [TestOutput(form: .plain, path: nil)] }
    if let xml = bazel?.xmlPath { outputs.append(TestOutput(form: .junit, path: xml)) }
    guard outputs.count(where: { $0.path == nil }) <= 1 else {
      throw ToolError(
        status: .usage, message: "only one '--output' can go to standard output; give the others a file: FORMAT=FILE")
    }
    if coverageMinimum != nil || outputs.contains(where: { $0.form == .lcov }) { spec.coverage = true }
    if !hasSeed, let seed = bazel?.seed {
      spec.seed = seed
    } else if !hasSeed, spec.shuffles {
      // A seed that people can type.
      spec.seed = UInt64.random(in: 1...999_999)
    }
    if bazel?.failsFast == true, bail == nil { bail = 1 }
    if let filter = bazel?.filter { spec.filters.append(filter) }
    spec.bail = bail
  }

  private mutating func apply(_ name: String, _ value: String) throws(ToolError) {
    // NB: not joined by `||`, whose right side would throw untyped.
    if try applySelection(name, value) { return }
    if try applyRun(name, value) { return }
    if try applyLimit(name, value) { return }
    switch name {
    case "--help", "-h": wantsHelp = true
    case "--output", "-o": outputs.append(try TestOutput(value))
    case "--list", "-l": listing = try Self.listing(value)
    case "--no-durations": tellsDurations = false
    case "--coverage", "-c": spec.coverage = true
    case "--coverage-min": coverageMinimum = Double(try Self.count(name, value, 0...100))
    case "--update-snapshots": spec.snapshots = .update
    case "--ci": spec.snapshots = .ci
    case "--exhaustive": spec.isExhaustive = true
    case "--profile": spec.profile = try Self.profile(value)
    default: applyBusted(name, value)
    }
  }

  /// Which tests run.
  private mutating func applySelection(_ name: String, _ value: String) throws(ToolError) -> Bool {
    switch name {
    case "--filter": spec.filters.append(value)
    case "--filter-out": spec.excludedFilters.append(value)
    case "--tags", "-t": spec.tags += Self.words(value)
    case "--exclude-tags": spec.excludedTags += Self.words(value)
    case "--pattern", "-p": pattern = value
    case "--only-failed": onlyFailed = true
    case "--pass-with-no-tests": allowsNothing = true
    case "--shard": try applyShard(value)
    case "--shard-by":
      guard let rule = ShardRule(rawValue: value) else { throw Self.wrong(name, value, "index, hash or time") }
      shardRule = rule
    default: return false
    }
    return true
  }

  private mutating func applyShard(_ value: String) throws(ToolError) {
    guard value == "auto" else {
      guard let shard = Shard(value) else { throw Self.wrong("--shard", value, "I/N with I from 1 to N, or auto") }
      self.shard = shard
      return
    }
    do throws(Shard.EnvironmentError) {
      shard = try Shard.found(in: Self.variable)
    } catch {
      throw ToolError(status: .usage, message: error.description)
    }
    bazel = BazelProtocol(Self.variable)
  }

  /// In which order, how often and by how many processes.
  private mutating func applyRun(_ name: String, _ value: String) throws(ToolError) -> Bool {
    switch name {
    case "--shuffle": spec.shuffles = true
    case "--sort": spec.sorts = true
    case "--seed":
      guard let seed = UInt64(value) else { throw Self.wrong(name, value, "a whole number from 0 to \(UInt64.max)") }
      spec.seed = seed
      hasSeed = true
    case "--repeat": rounds = try Self.count(name, value, 1...1_000_000)
    case "--repeat-until-fail":
      untilFailure = true
      rounds = value.isEmpty ? 1_000_000 : try Self.count(name, value, 1...1_000_000)
    case "--bail": bail = value.isEmpty ? 1 : try Self.count(name, value, 1...1_000_000)
    case "--no-keep-going": bail = 1
    case "--retries": retries = try Self.count(name, value, 0...100)
    case "--jobs", "-j": jobs = try Self.count(name, value, 1...256)
    case "--watch": watches = true
    default: return false
    }
    return true
  }

  private mutating func applyLimit(_ name: String, _ value: String) throws(ToolError) -> Bool {
    switch name {
    case "--limit-fuel": spec.fuelPerTest = Int64(try Self.count(name, value, 1...1_000_000_000_000))
    case "--limit-memory": spec.memory = try Self.count(name, value, 1...4_096) << 20
    case "--limit-virtual-time": spec.virtualTimePerTest = try Self.count(name, value, 1...1_000_000_000_000)
    case "--limit-time": spec.wallPerTest = .seconds(try Self.count(name, value, 1...86_400))
    case "--timeout": timeout = .seconds(try Self.count(name, value, 1...864_000))
    default: return false
    }
    return true
  }

  /// Options that are busted's.
  private mutating func applyBusted(_ name: String, _ value: String) {
    switch name {
    case "--busted": spec.isBusted = true
    case "-e": spec.statements.append(value)
    case "--helper": spec.helper = value
    case "-Xhelper": spec.helperArguments += Self.words(value)
    case "--lpath", "-m": spec.lpath = value + ";" + spec.lpath
    case "--cpath": spec.cpath = value + ";" + spec.cpath
    case "--config-file", "-f": configuration = value
    case "--run", "-r": task = value
    case "--lang": spec.language = value
    case "--lazy": spec.isLazy = true
    case "--no-auto-insulate": spec.insulatesFiles = false
    // What busted does on request is what happens anyway.
    default: break
    }
  }
}
