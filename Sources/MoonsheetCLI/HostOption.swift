import LuaRuntime
import Moonsheet
import PresentationKit

/// The options that say what a host is made with, the same for every command that runs scripts by hand.
enum HostOption {
  static let profile = Arguments.Option(
    name: "--profile", value: .required("a name"), help: "the iOS version that is modelled (default ios18)",
    words: Profile.all.map(\.name))
  static let limits: [Arguments.Option] = [
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
  ]

  /// Applies one of the limits or the seed.
  static func apply(_ name: String, _ value: String, to host: inout MoonsheetOptions) throws(ToolError) {
    switch name {
    case "--seed":
      guard let seed = UInt64(value) else { throw wrong(name, value, "a whole number from 0 to \(UInt64.max)") }
      host.seed = seed
    case "--limit-fuel": host.limits.fuel = Int64(try count(name, value, 1...1_000_000_000_000))
    case "--limit-memory": host.limits.memory = try count(name, value, 1...4_096) << 20
    case "--limit-entries": host.entriesWithoutRest = try count(name, value, 1...100_000_000)
    case "--limit-steps": host.steps = try count(name, value, 1...100_000_000)
    default:
      let seconds = Duration.seconds(try count(name, value, 1...86_400))
      host.wall = seconds
      host.limits.wall = seconds
    }
  }

  static func count(_ name: String, _ value: String, _ range: ClosedRange<Int>) throws(ToolError) -> Int {
    guard let number = Int(value), range.contains(number) else {
      throw wrong(name, value, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  static func profile(_ name: String) throws(ToolError) -> Profile {
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
