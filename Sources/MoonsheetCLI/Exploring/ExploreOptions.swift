import LuaRuntime
import Moonsheet
import MoonsheetExplorer
import MoonsheetReports
import MoonsheetSpec
import PresentationKit

/// What `moonsheet explore` was asked to do.
struct ExploreOptions {
  static let known: [Arguments.Option] = [
    .init(name: "--depth", value: .required("a whole number"), help: "steps from the start (default: to the end)"),
    .init(name: "--max-states", value: .required("a whole number"), help: "states at which it stops (default 1000000)"),
    .init(name: "--abstract", value: .none, help: "tell states apart by scene and bindings alone; may miss things"),
    .init(name: "--walks", value: .required("a whole number"), help: "so many random walks instead of every way"),
    .init(name: "--seed", value: .required("a whole number"), help: "the seed of walks and of math.random (default 0)"),
    .init(
      name: "--without", value: .required("a property"), help: "do not look at a built-in property; may be repeated"),
    .init(name: "--profile", value: .required("a name"), help: "the iOS version that is modelled (default ios18)"),
    .init(
      name: "--graph", value: .required("a form"),
      help: "what can be on screen as dot, mermaid or json; FORM=FILE for a file"),
    .init(
      name: "--save-tests", value: .required("a folder"),
      help: "write findings as specs that fail until the flow is mended"),
    .init(
      name: "--jobs", value: .required("a whole number"), help: "processes that explore side by side (default 1)",
      short: "-j"),
    .init(name: "--shard", value: .required("I/N"), help: "one part of N; together they find what the whole finds"),
    .init(name: "--record", value: .required("a file"), help: "write down what came of each state, for --merge"),
    .init(
      name: "--merge", value: .required("a file"),
      help: "put together the records of all shards instead of exploring; may be repeated"),
    .init(
      name: "--output", value: .required("a format"),
      help: "properties as tests, FORMAT or FORMAT=FILE: junit, github, tap, json, plain, dots", short: "-o"),
    .init(name: "--json", value: .none, help: "print the report as JSON Lines"),
    .init(name: "--help", value: .none, help: "print this help"),
  ]

  var flow = FlowOptions()
  var graphs: [(form: ExplorationGraph, path: String?)] = []
  var testFolder: String?
  var outputs: [TestOutput] = []
  var isJSON = false
  /// Processes that explore side by side.
  var jobs = 1
  /// Where what came of each state is written.
  var record: String?
  /// Records that are put together.
  var merged: [String] = []
  var wantsHelp = false
  var files: [String] = []

  init(_ words: [String]) throws(ToolError) {
    let arguments = try Arguments(words, known: Self.known) { nearestName(to: $0, among: $1) }
    files = arguments.operands
    for (name, value) in arguments.options { try apply(name, value) }
    try check()
  }

  private func check() throws(ToolError) {
    if record != nil || !merged.isEmpty, files.count > 1 {
      throw ToolError(status: .usage, message: "a record is of one FILE; there are \(files.count)")
    }
    let given = [
      ("--merge", !merged.isEmpty), ("--record", record != nil), ("--walks", flow.walks != nil),
      ("--shard", flow.part != nil), ("--jobs", jobs > 1), ("--depth", flow.depth != nil),
      ("--abstract", flow.isAbstract),
    ].filter(\.1).map(\.0)
    for (one, others) in Self.clashes where given.contains(one) {
      if let other = given.first(where: others.contains) { throw Self.clash(one, other) }
    }
  }

  /// What an option leaves nothing to do for.
  private static let clashes = [
    ("--merge", ["--record", "--walks", "--shard", "--jobs", "--depth", "--abstract"]),
    ("--record", ["--walks", "--jobs"]),
    ("--walks", ["--shard", "--jobs"]),
  ]

  private static func clash(_ one: String, _ other: String) -> ToolError {
    ToolError(status: .usage, message: "'\(one)' and '\(other)' do not go together")
  }

  private mutating func apply(_ name: String, _ value: String) throws(ToolError) {
    switch name {
    case "--depth": flow.depth = try Self.count(name, value, 0...1_000_000_000)
    case "--max-states": flow.states = try Self.count(name, value, 1...1_000_000_000)
    case "--abstract": flow.isAbstract = true
    case "--walks": flow.walks = try Self.count(name, value, 1...1_000_000_000)
    case "--seed":
      guard let seed = UInt64(value) else { throw Self.wrong(name, value, "a whole number from 0 to \(UInt64.max)") }
      flow.seed = seed
      flow.host.seed = seed
    case "--without": flow.without.append(try Self.property(value))
    case "--profile": flow.host.profile = try Self.profile(value)
    case "--json": isJSON = true
    case "--graph": graphs.append(try Self.graph(value))
    case "--save-tests": testFolder = value
    case "--shard":
      guard let shard = Shard(value) else { throw Self.wrong(name, value, "I/N with I from 1 to N") }
      flow.part = SearchPart(index: shard.index, count: shard.count)
    case "--jobs": jobs = try Self.count(name, value, 1...1024)
    case "--record": record = value
    case "--merge": merged.append(value)
    case "--output": outputs.append(try Self.output(value))
    default: wantsHelp = true
    }
  }

  private static func count(_ name: String, _ value: String, _ range: ClosedRange<Int>) throws(ToolError) -> Int {
    guard let number = Int(value), range.contains(number) else {
      throw wrong(name, value, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func parts(_ value: String) -> (name: String, path: String?) {
    let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  private static func graph(_ value: String) throws(ToolError) -> (ExplorationGraph, String?) {
    let (name, path) = parts(value)
    guard let form = ExplorationGraph(rawValue: name) else {
      throw wrong("--graph", value, ExplorationGraph.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return (form, path)
  }

  private static func output(_ value: String) throws(ToolError) -> TestOutput {
    let (name, path) = parts(value)
    guard let form = TestOutput.Form(named: name), form != .lcov else {
      throw wrong("--output", value, "junit, github, tap, tap14, json, plain or dots")
    }
    return TestOutput(form: form, path: path)
  }

  private static func property(_ name: String) throws(ToolError) -> String {
    let names = BuiltInProperty.allCases.map(\.rawValue) + WarningCode.allCases.map(\.rawValue)
    guard names.contains(name) else {
      let near = nearestName(to: name, among: names).map { " (did you mean '\($0)'?)" } ?? ""
      throw ToolError(status: .usage, message: "no property '\(name)'\(near); see moonsheet explore --help")
    }
    return name
  }

  private static func profile(_ name: String) throws(ToolError) -> Profile {
    let names = Profile.all.map(\.name)
    guard let profile = Profile.named(name) else {
      let near = nearestName(to: name, among: names).map { " (did you mean '\($0)'?)" } ?? ""
      throw ToolError(
        status: .usage, message: "no profile '\(name)'\(near); there are \(names.joined(separator: ", "))")
    }
    return profile
  }

  private static func wrong(_ name: String, _ value: String, _ wanted: String) -> ToolError {
    ToolError(status: .usage, message: "option '\(name)' wants \(wanted), not '\(value)'")
  }
}

extension Help {
  static var explore: String {
    """
    moonsheet explore [OPTIONS] FILE...

      moonsheet explore flow.lua              every gesture, order and moment, from where its own walk begins
      moonsheet explore --depth 6 flow.lua
      moonsheet explore --without warning flow.lua

    The script runs to its first `user:` call, to `explore { … }`, or to its end; from there everything that a user, time and
    declared events can do is tried. Docs: docs/EXPLORING.md.

    Properties: \(BuiltInProperty.allCases.map(\.rawValue).joined(separator: ", ")).

    Options:
    \(table(ExploreOptions.known))

    Exit status: 0 complete and nothing found, 1 something found, 2 wrong usage, 3 nothing to explore, 5 nothing found
    and not finished.
    """
  }
}
