import Glibc
import LuaRuntime
import Moonsheet
import MoonsheetReports

/// The command line: the one place that maps every outcome to text and exit status.
@main
struct Tool {
  static let version = "0.1.0"

  static func main() {
    let output = Output()
    var status: ExitStatus
    do throws(ToolError) {
      status = try dispatch(Array(CommandLine.arguments.dropFirst()), output)
    } catch {
      output.complain("moonsheet: error: \(error.message)")
      status = error.status
    }
    output.flush()
    if let failure = output.failure {
      output.complain("moonsheet: error: cannot write standard output: \(failure)")
      status = max(status, .internal)
    }
    exit(status.rawValue)
  }

  private static func dispatch(_ words: [String], _ output: Output) throws(ToolError) -> ExitStatus {
    guard let command = words.first else {
      throw ToolError(
        status: .usage, message: "name a command: \(Command.names.joined(separator: ", ")); see moonsheet --help")
    }
    let rest = Array(words.dropFirst())
    if let known = Command.all.first(where: { $0.name == command }), known.hasShortHelp,
      rest == ["--help"] || rest == ["-h"]
    {
      output.line(Help.short(known))
      return .fine
    }
    switch command {
    case "--help", "-h", "help": output.line(Help.tool)
    case "--version": output.line("moonsheet \(version)")
    case "run": return try run(rest, output)
    case "repl": return try repl(rest, output)
    // `moonsheet -e CODE repl`: what is run first may be named first.
    case "-e" where words.dropFirst(2).contains("repl"):
      let place = words.firstIndex(of: "repl") ?? words.endIndex
      return try repl(Array(words[..<place] + words[(place + 1)...]), output)
    case "test": return try test(rest, output)
    case "explore": return try explore(rest, output)
    case "report": return try ReportCommand(words: rest, output: output).run()
    case "compare": return try CompareCommand(words: rest, output: output).run()
    case "stubs": return try StubsCommand(words: rest, output: output).run()
    case "completions": return try CompletionsCommand(words: rest, output: output).run()
    case "explain": return try ExplainCommand(words: rest, output: output).run()
    case "api":
      guard rest.isEmpty else { throw ToolError(status: .usage, message: "'api' takes no arguments") }
      output.text(SurfaceMarkdown.render())
    default:
      let near = nearestName(to: command, among: Command.names).map { " (did you mean '\($0)'?)" } ?? ""
      throw ToolError(status: .usage, message: "unknown command '\(command)'\(near); see moonsheet --help")
    }
    return .fine
  }

  private static func run(_ words: [String], _ output: Output) throws(ToolError) -> ExitStatus {
    let options = try RunOptions(words)
    if options.wantsHelp {
      output.line(Help.run)
      return .fine
    }
    if options.isInteractive {
      return try ReplCommand(options: ReplOptions(options), output: output, interrupt: InterruptSignal()).run()
    }
    return try RunCommand(options: options, output: output, interrupt: InterruptSignal()).run()
  }

  private static func repl(_ words: [String], _ output: Output) throws(ToolError) -> ExitStatus {
    let options = try ReplOptions(words)
    if options.wantsHelp {
      output.line(Help.repl)
      return .fine
    }
    return try ReplCommand(options: options, output: output, interrupt: InterruptSignal()).run()
  }

  private static func explore(_ words: [String], _ output: Output) throws(ToolError) -> ExitStatus {
    let options = try ExploreOptions(words)
    if options.wantsHelp {
      output.line(Help.explore)
      return .fine
    }
    return try ExploreCommand(options: options, output: output, stop: StopSignal()).run()
  }

  private static func test(_ words: [String], _ output: Output) throws(ToolError) -> ExitStatus {
    let options = try TestOptions(words)
    if options.wantsHelp {
      output.line(Help.test)
      return .fine
    }
    let stop = StopSignal()
    guard options.watches else { return try TestCommand(options: options, output: output, stop: stop).run() }
    return try WatchLoop(options: options, output: output, stop: stop).run()
  }
}
