import LuaRuntime
import Moonsheet
import PresentationKit

/// What `moonsheet run` was asked to do.
struct RunOptions {
  static let known: [Arguments.Option] = [
    .init(name: "--json", value: .none, help: "print the run as JSON Lines (docs/trace.schema.json)"),
    .init(name: "--quiet", value: .none, help: "print no trace, only what the script prints"),
    .init(name: "--explain", value: .none, help: "tell why the last act did or did not close something"),
    .init(name: "--trace", value: .required("a file"), help: "write the trace to a file, whole or not at all"),
    .init(
      name: "--profile", value: .required("a name"),
      help: "the iOS version that is modelled (default ios18); two are compared", words: Profile.all.map(\.name)),
    .init(name: "--seed", value: .required("a whole number"), help: "the seed of math.random (default 0)"),
    .init(
      name: "--limit-fuel", value: .required("a whole number"),
      help: "VM instructions of one entry into Lua (default 10000000)"),
    .init(name: "--limit-memory", value: .required("MiB"), help: "MiB of Lua memory (default 64)"),
    .init(
      name: "--limit-entries", value: .required("a whole number"), help: "clock entries without rest (default 10000)"),
    .init(
      name: "--limit-steps", value: .required("a whole number"),
      help: "steps of the simulation in one run (default 200000)"),
    .init(name: "--limit-time", value: .required("seconds"), help: "wall time of one run, a backstop (default 10)"),
    .init(name: "--help", value: .none, help: "print this help"),
  ]

  var host = MoonsheetOptions()
  /// The profiles named on the command line, two at most.
  var profiles: [Profile] = []
  var isJSON = false
  var isQuiet = false
  /// Whether the last act is explained at the end.
  var explains = false
  var tracePath: String?
  var wantsHelp = false
  var files: [String] = []
  var scriptArguments: [String] = []

  init(_ words: [String]) throws(ToolError) {
    let arguments = try Arguments(words, known: Self.known) { nearestName(to: $0, among: $1) }
    files = arguments.operands
    scriptArguments = arguments.rest
    host.traceCapacity = nil
    for (name, value) in arguments.options { try apply(name, value) }
    if profiles.count > 2 {
      throw ToolError(status: .usage, message: "'--profile' is given once, or twice to compare two profiles")
    }
    if profiles.count == 2, isJSON || isQuiet || tracePath != nil {
      throw ToolError(
        status: .usage, message: "two '--profile' print a comparison; leave out '--json', '--quiet' and '--trace'")
    }
    host.profile = profiles.first ?? host.profile
    if isJSON && isQuiet { throw ToolError(status: .usage, message: "'--json' and '--quiet' exclude each other") }
  }

  private mutating func apply(_ name: String, _ value: String) throws(ToolError) {
    switch name {
    case "--json": isJSON = true
    case "--quiet": isQuiet = true
    case "--explain": explains = true
    case "--trace": tracePath = value
    case "--help": wantsHelp = true
    case "--profile": profiles.append(try Self.profile(value))
    case "--seed":
      guard let seed = UInt64(value) else { throw Self.wrong(name, value, "a whole number from 0 to \(UInt64.max)") }
      host.seed = seed
    case "--limit-fuel": host.limits.fuel = Int64(try Self.count(name, value, 1...1_000_000_000_000))
    case "--limit-memory": host.limits.memory = try Self.count(name, value, 1...4_096) << 20
    case "--limit-entries": host.entriesWithoutRest = try Self.count(name, value, 1...100_000_000)
    case "--limit-steps": host.steps = try Self.count(name, value, 1...100_000_000)
    default:
      let seconds = Duration.seconds(try Self.count(name, value, 1...86_400))
      host.wall = seconds
      host.limits.wall = seconds
    }
  }

  private static func count(_ name: String, _ value: String, _ range: ClosedRange<Int>) throws(ToolError) -> Int {
    guard let number = Int(value), range.contains(number) else {
      throw wrong(name, value, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
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
