import LuaRuntime
import PresentationKit

/// What is done about snapshots.
public enum SnapshotMode: String, Sendable {
  /// A changed one fails; a new one is written; obsolete ones are told.
  case compare
  /// Changed and new ones are written, obsolete ones dropped.
  case update
  /// Changed, new and obsolete ones fail, and nothing is written.
  case ci
}

/// Everything that changes what one spec file does.
public struct SpecOptions: Sendable {
  /// Stock libraries, no fuel, no primitive global: for the specs of other people's libraries.
  public var isBusted = false
  /// A script, or the name of a module, that is run before the specs of each file.
  public var helper: String?
  /// What the helper sees as `...`; with stock libraries as `arg`.
  public var helperArguments: [String] = []
  /// Statements of `-e`, run before the helper.
  public var statements: [String] = []
  /// Where `require` looks first: patterns with `?`, joined by semicolons.
  public var lpath = "./src/?.lua;./src/?/?.lua;./src/?/init.lua"
  /// The same for C modules; of no effect in a sandbox.
  public var cpath = "./csrc/?.so;./csrc/?/?.so;"
  /// The language of busted's texts.
  public var language = "en"

  /// Of `math.random` and of the order of tests.
  public var seed: UInt64 = 0
  /// Whether the tests of each block run in an order drawn by the seed.
  public var shuffles = false
  /// Whether the tests of each block run in the order of their names.
  public var sorts = false
  /// Whether `setup` and `teardown` mean `lazy_setup` and `lazy_teardown`.
  public var isLazy = false
  /// Whether each file gets its globals and loaded modules back as they were; only helpers can tell the difference.
  public var insulatesFiles = true
  /// After how many failed or errored tests of this file the rest is skipped; nil for never.
  public var bail: Int?

  /// The iOS version that is modelled.
  public var profile = Profile.ios18
  /// VM instructions of each entry into Lua that a test makes.
  public var fuelPerTest: Int64 = 10_000_000
  /// Virtual milliseconds that a test may let pass.
  public var virtualTimePerTest = 24 * 3_600_000
  /// A backstop; the caller enforces it where the sandbox is off.
  public var wallPerTest: Duration? = .seconds(10)
  /// Bytes of Lua heap; nil for 64 MiB in the sandbox, and 1 GiB without it.
  public var memory: Int?
  /// Whether an event that no expectation spoke of fails its test, and so do timers and flows that are left running.
  public var isExhaustive = false
  public var snapshots = SnapshotMode.compare
  /// Whether the lines that ran are counted.
  public var coverage = false

  /// Tags without `#`: of these a test or a block around it must have one, if there are any.
  public var tags: [String] = []
  public var excludedTags: [String] = []
  /// Lua patterns: of these a test's full name must match one, if there are any.
  public var filters: [String] = []
  public var excludedFilters: [String] = []

  public init() {}
}
