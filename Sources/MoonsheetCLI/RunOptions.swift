import LuaRuntime
import Moonsheet
import PresentationKit

/// What `moonsheet run` was asked to do.
struct RunOptions {
  static let known: [Arguments.Option] =
    [
      .init(name: "--json", value: .none, help: "print the run as JSON Lines (docs/trace.schema.json)"),
      .init(name: "--quiet", value: .none, help: "print no trace, only what the script prints"),
      .init(name: "--explain", value: .none, help: "tell why the last act did or did not close something"),
      .init(name: "--trace", value: .required("a file"), help: "write the trace to a file, whole or not at all"),
      .init(
        name: "--profile", value: .required("a name"),
        help: "the iOS version that is modelled (default ios18); two are compared", words: Profile.all.map(\.name)),
    ] + HostOption.limits + [
      .init(
        name: "--interactive", value: .none,
        help: "go on at a prompt when the script has run, as `moonsheet repl` does",
        short: "-i"),
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
  /// Whether a prompt follows.
  var isInteractive = false
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
    if isInteractive, !wantsHelp, isJSON || isQuiet || tracePath != nil || profiles.count == 2 || files.count != 1 {
      throw ToolError(status: .usage, message: "'-i' goes with one FILE, and no other form of output")
    }
    if isJSON && isQuiet { throw ToolError(status: .usage, message: "'--json' and '--quiet' exclude each other") }
  }

  private mutating func apply(_ name: String, _ value: String) throws(ToolError) {
    switch name {
    case "--json": isJSON = true
    case "--quiet": isQuiet = true
    case "--explain": explains = true
    case "--trace": tracePath = value
    case "--help": wantsHelp = true
    case "--interactive": isInteractive = true
    case "--profile": profiles.append(try HostOption.profile(value))
    default: try HostOption.apply(name, value, to: &host)
    }
  }
}
