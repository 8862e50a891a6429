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
  /// Which files in folders are specs.
  var naming = SpecNaming()
  /// Whether the folders in the folders that are named are searched.
  var isRecursive = true
  var outputs: [TestOutput] = []
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
  var shufflesFiles = false
  /// The folder to run in; nil for the current one.
  private(set) var folder: String?
  /// The file that busted's own options are read from; nil for `.busted`, if it is there.
  private var configuration: String?
  /// What `--lang` says; nil when it was not given.
  private var language: String?
  /// The task of that file.
  private var task: String?
  var wantsHelp = false
  /// Whether `--seed` was given.
  private(set) var hasSeed = false

  init(_ words: [String]) throws(ToolError) {
    let arguments = try Arguments(words, known: Self.known) { nearestName(to: $0, among: $1) }
    paths = arguments.operands
    spec.helperArguments = arguments.rest
    if Self.variable("CI").map({ !["", "0", "false"].contains($0) }) ?? false { spec.snapshots = .ci }
    for (name, value) in arguments.options { try apply(name, value) }
    try enterFolder()
    if spec.isBusted { try applyFile(except: arguments.options.map(\.name)) }
    try complete()
  }

  /// An environment variable; nil when it is not set.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// What is named from here on is named from that folder.
  private func enterFolder() throws(ToolError) {
    guard let folder, chdir(folder) != 0 else { return }
    throw ToolError(status: .nothingToRun, message: "cannot enter \(folder): \(Files.reason(errno))")
  }

  /// Takes what `.busted` says, where the command line says nothing.
  private mutating func applyFile(except given: [String]) throws(ToolError) {
    let name = configuration ?? ".busted"
    guard configuration != nil || Discovery.kind(name) == S_IFREG else { return }
    let file = try BustedFile(
      try Files.script(at: name), named: name, task: task ?? "default", isWanted: task != nil)
    if paths.isEmpty { paths = file.roots }
    for (name, value) in file.options {
      // What is not ours, such as a library that writes the output, changes nothing.
      guard let option = Self.known.first(where: { $0.name == name || $0.short == name }),
        !given.contains(option.name)
      else { continue }
      if case .required = option.value, value.isEmpty { continue }
      if option.name == "--output", (try? TestOutput(value)) == nil { continue }
      try apply(option.name, value)
    }
  }

  /// What follows from the options together.
  private mutating func complete() throws(ToolError) {
    if outputs.isEmpty { outputs = [TestOutput(form: .plain, path: nil)] }
    if let xml = bazel?.xmlPath { outputs.append(TestOutput(form: .junit, path: xml)) }
    try TestOutput.checkPlaces(of: outputs)
    try checkBusted()
    if coverageMinimum != nil || outputs.contains(where: { $0.form == .lcov }) { spec.coverage = true }
    if !hasSeed, let seed = bazel?.seed {
      spec.seed = seed
    } else if !hasSeed, spec.shuffles || shufflesFiles {
      // A seed that people can type.
      spec.seed = UInt64.random(in: 1...999_999)
    }
    if bazel?.failsFast == true, bail == nil { bail = 1 }
    if let filter = bazel?.filter { spec.filters.append(try Self.pattern("TESTBRIDGE_TEST_ONLY", filter)) }
    spec.bail = bail
  }

  /// Options that mean nothing without `--busted`.
  private func checkBusted() throws(ToolError) {
    guard !spec.isBusted else { return }
    let given = [("--config-file", configuration), ("--run", task), ("--lang", language)]
    for (name, value) in given where value != nil {
      throw ToolError(status: .usage, message: "option '\(name)' wants --busted")
    }
  }

  private mutating func apply(_ name: String, _ value: String) throws(ToolError) {
    // NB: not joined by `||`, whose right side would throw untyped.
    if try applySelection(name, value) { return }
    if try applyRun(name, value) { return }
    if try applyLimit(name, value) { return }
    switch name {
    case "--help": wantsHelp = true
    case "--output": outputs.append(try TestOutput(value))
    case "--list": listing = try Self.listing(value)
    case "--no-durations": tellsDurations = false
    case "--coverage": spec.coverage = true
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
    case "--filter": spec.filters.append(try Self.pattern(name, value))
    case "--filter-out": spec.excludedFilters.append(try Self.pattern(name, value))
    case "--tags": spec.tags += Self.words(value)
    case "--exclude-tags": spec.excludedTags += Self.words(value)
    case "--pattern": naming.patterns.append(try Self.pattern(name, value))
    case "--exclude-pattern": naming.excluded.append(try Self.pattern(name, value))
    case "--no-recursive": isRecursive = false
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
    case "--shuffle":
      spec.shuffles = true
      shufflesFiles = true
    case "--shuffle-files": shufflesFiles = true
    case "--shuffle-tests": spec.shuffles = true
    case "--sort", "--sort-tests": spec.sorts = true
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
    case "--jobs": jobs = try Self.count(name, value, 1...256)
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
    case "--busted":
      spec.isBusted = true
      naming.isBusted = true
    case "--directory": folder = folder.map { $0 + "/" + value } ?? value
    case "-e": spec.statements.append(value)
    case "--helper": spec.helper = value
    case "-Xhelper": spec.helperArguments += Self.words(value)
    case "--lpath": spec.lpath = value + ";" + spec.lpath
    case "--cpath": spec.cpath = value + ";" + spec.cpath
    case "--config-file": configuration = value
    case "--run": task = value
    case "--lang":
      spec.language = value
      language = value
    case "--lazy": spec.isLazy = true
    case "--no-auto-insulate": spec.insulatesFiles = false
    // What busted does on request is what happens anyway.
    default: break
    }
  }
}
