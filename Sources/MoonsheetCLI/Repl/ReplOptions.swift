import LuaRuntime
import Moonsheet
import MoonsheetREPL

/// What `moonsheet repl` was asked to do.
struct ReplOptions {
  static let known: [Arguments.Option] =
    [
      .init(name: "-e", value: .required("CODE"), help: "run CODE first; may be given several times"),
      .init(name: "--no-history", value: .none, help: "neither read nor write the history of lines"),
      HostOption.profile,
    ] + HostOption.limits + [.init(name: "--help", value: .none, help: "print this help")]

  var session = SessionOptions()
  var code: [String] = []
  var file: String?
  var scriptArguments: [String] = []
  /// Whether the scene comes to rest at the script's end, as it does under `run`.
  var settles = false
  var keepsHistory = true
  var wantsHelp = false

  init(_ words: [String]) throws(ToolError) {
    let arguments = try Arguments(words, known: Self.known) { nearestName(to: $0, among: $1) }
    guard arguments.operands.count <= 1 else {
      throw ToolError(status: .usage, message: "'repl' takes one FILE; the script's own arguments follow --")
    }
    file = arguments.operands.first
    scriptArguments = arguments.rest
    for (name, value) in arguments.options {
      switch name {
      case "-e": code.append(value)
      case "--no-history": keepsHistory = false
      case "--profile": session.host.profile = try HostOption.profile(value)
      case "--help": wantsHelp = true
      default: try HostOption.apply(name, value, to: &session.host)
      }
    }
  }

  /// `moonsheet run -i FILE`.
  init(_ run: RunOptions) {
    session.host = run.host
    session.host.traceCapacity = MoonsheetOptions().traceCapacity
    file = run.files.first
    scriptArguments = run.scriptArguments
    settles = true
  }
}

extension Help {
  static var repl: String {
    """
    moonsheet repl [OPTIONS] [FILE] [-- ARGUMENTS]

      moonsheet repl                          present a sheet by hand, pull it, go back
      moonsheet repl flow.lua                 run a script first; its top-level locals are visible
      moonsheet run -i flow.lua               the same, once the scene has come to rest
      moonsheet -e 'editor = sheet "Editor"' repl
      echo 'present(sheet "S") settle()' | moonsheet repl

    A line is Lua, or a command that begins with a colon: :help lists them. Tab completes, Ctrl-C stops what runs, Ctrl-D
    leaves. From a pipe there is no prompt, and the first error ends with status 1.

    Options:
    \(table(ReplOptions.known))
    """
  }
}
