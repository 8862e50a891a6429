import Moonsheet
import PresentationKit

extension TestOptions {
  static let known: [Arguments.Option] =
    selection + running + results + limits + busted + [
      .init(name: "--help", value: .none, help: "print this help", short: "-h")
    ]

  private static let selection: [Arguments.Option] = [
    .init(name: "--filter", value: .required("a pattern"), help: "only tests whose full name matches a Lua pattern"),
    .init(name: "--filter-out", value: .required("a pattern"), help: "no tests whose full name matches"),
    .init(
      name: "--tags", value: .required("names"), help: "only tests with one of these #tags (commas between)",
      short: "-t"),
    .init(name: "--exclude-tags", value: .required("names"), help: "no tests with one of these #tags"),
    .init(
      name: "--pattern", value: .required("a pattern"), help: "which files are specs (default: *_spec.lua)", short: "-p"
    ),
    .init(name: "--exclude-pattern", value: .required("a pattern"), help: "which files are not"),
    .init(name: "--no-recursive", value: .none, help: "search no folders in folders"),
    .init(name: "--only-failed", value: .none, help: "only what failed when it last ran here"),
    .init(name: "--shard", value: .required("I/N"), help: "one part of N, or auto: as the scheduler's variables say"),
    .init(
      name: "--shard-by", value: .required("a rule"), help: "index (default), hash or time",
      words: ["index", "hash", "time"]),
    .init(
      name: "--list", value: .optional("json"), help: "tell the tests, run none; =json for JSON Lines", short: "-l"),
    .init(name: "--pass-with-no-tests", value: .none, help: "status 0, not 3, when nothing matches"),
  ]

  private static let running: [Arguments.Option] = [
    .init(name: "--jobs", value: .required("a whole number"), help: "worker processes (default 1)", short: "-j"),
    .init(name: "--shuffle", value: .none, help: "files and tests in an order drawn by the seed"),
    .init(name: "--shuffle-files", value: .none, help: ""), .init(name: "--shuffle-tests", value: .none, help: ""),
    .init(name: "--sort", value: .none, help: "tests in the order of their names"),
    .init(name: "--sort-tests", value: .none, help: ""),
    .init(name: "--seed", value: .required("a whole number"), help: "the seed of the order and of math.random"),
    .init(name: "--repeat", value: .required("a whole number"), help: "run everything that often"),
    .init(name: "--repeat-until-fail", value: .optional("times"), help: "run everything until something fails"),
    .init(name: "--bail", value: .optional("failures"), help: "end the run after that many failures (default 1)"),
    .init(name: "--retries", value: .required("a whole number"), help: "run a failed test again, up to that often"),
    .init(name: "--watch", value: .none, help: "run again when a Lua file changes, until Ctrl-C"),
    .init(name: "--exhaustive", value: .none, help: "an event that nothing asserted fails its test"),
    .init(name: "--update-snapshots", value: .none, help: "write changed and new snapshots, drop obsolete ones"),
    .init(name: "--ci", value: .none, help: "new and obsolete snapshots fail (default where CI is set)"),
    .init(
      name: "--profile", value: .required("a name"), help: "the iOS version that is modelled (default ios18)",
      words: Profile.all.map(\.name)),
  ]

  private static let results: [Arguments.Option] = [
    .init(
      name: "--output", value: .required("a format"),
      help: "FORMAT or FORMAT=FILE, also several: plain, dots, tap, tap14, junit, json, github, lcov", short: "-o",
      words: ["plain", "dots", "tap", "tap14", "junit", "json", "github", "lcov"]),
    .init(name: "--no-durations", value: .none, help: "tell every time as 0: two runs give the same bytes"),
    .init(name: "--coverage", value: .none, help: "count lines of Lua and answers of policies", short: "-c"),
    .init(name: "--coverage-min", value: .required("percent"), help: "fail below that line coverage"),
  ]

  private static let limits: [Arguments.Option] = [
    .init(
      name: "--limit-fuel", value: .required("instructions"), help: "VM instructions of one test (default 10000000)"),
    .init(name: "--limit-virtual-time", value: .required("ms"), help: "virtual time of one test (default 24 hours)"),
    .init(name: "--limit-time", value: .required("seconds"), help: "wall time of one test, a backstop (default 10)"),
    .init(name: "--limit-memory", value: .required("MiB"), help: "MiB of Lua memory (default 64; 1024 with --busted)"),
    .init(name: "--timeout", value: .required("seconds"), help: "wall time of the whole run; status 124 beyond"),
  ]

  private static let busted: [Arguments.Option] =
    [
      .init(name: "--busted", value: .none, help: "lift the sandbox: stock libraries, files, no fuel"),
      .init(name: "--directory", value: .required("a folder"), help: "run there", short: "-C"),
      .init(name: "-e", value: .required("a statement"), help: "Lua to run before the specs of each file"),
      .init(name: "--helper", value: .required("a file"), help: "a script or module to run before each file"),
      .init(name: "-Xhelper", value: .required("arguments"), help: "what the helper receives (commas between)"),
      .init(name: "--lpath", value: .required("a path"), help: "where require looks first", short: "-m"),
      .init(name: "--cpath", value: .required("a path"), help: "the same for C modules, with --busted"),
      .init(name: "--config-file", value: .required("a file"), help: "busted's options (default .busted)", short: "-f"),
      .init(name: "--run", value: .required("a task"), help: "the task of that file (default: default)", short: "-r"),
      .init(name: "--lang", value: .required("a language"), help: "the language of busted's texts"),
      .init(name: "--lazy", value: .none, help: "setup and teardown only around tests that run"),
      .init(name: "--no-auto-insulate", value: .none, help: "share globals and modules between blocks"),
      .init(name: "--no-keep-going", value: .none, help: "the same as --bail"),
    ] + bustedOnly

  /// What busted has and nothing here needs: it is taken and changes nothing.
  private static let bustedOnly: [Arguments.Option] =
    [
      "-k", "--keep-going", "-v", "--verbose", "--no-verbose", "-R", "--recursive", "--defer-print", "--no-defer-print",
      "--auto-insulate", "--no-lazy", "--no-coverage", "--no-shuffle", "--no-sort", "--sort-files", "--no-sort-files",
      "--no-sort-tests", "--no-shuffle-files", "--no-shuffle-tests", "-s", "--enable-sound", "--no-enable-sound",
      "--suppress-pending", "--no-suppress-pending", "--ignore-lua",
    ].map { .init(name: $0, value: .none, help: "") }
    + ["--loaders", "--lua", "-Xoutput", "--coverage-config-file"].map {
      .init(name: $0, value: .required("a value"), help: "")
    }

  static func words(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }

  static func count(_ name: String, _ value: String, _ range: ClosedRange<Int>) throws(ToolError) -> Int {
    guard let number = Int(value), range.contains(number) else {
      throw wrong(name, value, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  static func listing(_ value: String) throws(ToolError) -> Listing {
    switch value {
    case "": .text
    case "json": .json
    default: throw wrong("--list", value, "nothing, or json")
    }
  }

  static func profile(_ name: String) throws(ToolError) -> Profile {
    guard let profile = Profile.named(name) else {
      throw wrong("--profile", name, "one of " + Profile.all.map(\.name).joined(separator: ", "))
    }
    return profile
  }

  /// A Lua pattern that can be matched with.
  static func pattern(_ name: String, _ value: String) throws(ToolError) -> String {
    guard let problem = LuaPattern.problem(in: value) else { return value }
    throw ToolError(
      status: .usage, message: "option '\(name)' wants a Lua pattern, not '\(escapingControls(value))': \(problem)")
  }

  static func wrong(_ name: String, _ value: String, _ wanted: String) -> ToolError {
    ToolError(status: .usage, message: "option '\(name)' wants \(wanted), not '\(value)'")
  }
}
