import Moonsheet
import MoonsheetReports

/// A command of the tool, described once: dispatch, help and shell completions read it.
struct Command {
  /// What stands after the options.
  enum Operands {
    case none
    case files
    case folder
    /// One of these words.
    case words([String])
    /// One of these words, then files.
    case wordsThenFiles([String])
  }

  let name: String
  let summary: String
  let options: [Arguments.Option]
  let operands: Operands

  static let all: [Command] = [
    Command(
      name: "run", summary: "run flow scripts and print their traces", options: RunOptions.known, operands: .files),
    Command(
      name: "repl", summary: "explore a flow by hand, and go back in time", options: ReplOptions.known, operands: .files
    ),
    Command(name: "test", summary: "run spec files", options: TestOptions.known, operands: .files),
    Command(
      name: "explore", summary: "try every gesture, order and moment of flow scripts", options: ExploreOptions.known,
      operands: .files),
    Command(
      name: "report", summary: "put the results of several shards together", options: ReportCommand.known,
      operands: .wordsThenFiles(["merge"])),
    Command(
      name: "compare", summary: "show where two logs part, a device's and a run's", options: CompareCommand.known,
      operands: .files),
    Command(name: "api", summary: "print the Lua surface, as Markdown", options: [help], operands: .none),
    Command(
      name: "explain", summary: "tell what a warning or refusal means",
      options: [
        .init(name: "--all", value: .none, help: "all of them, as Markdown"), help,
      ], operands: .words(ExplanationPage.all.map(\.code))),
    Command(
      name: "stubs", summary: "write definition files for editors and a standard for luacheck",
      options: StubsCommand.known, operands: .folder),
    Command(
      name: "completions", summary: "print a completion script for a shell", options: [help],
      operands: .words(Completions.Shell.allCases.map(\.rawValue))),
  ]

  private static let help = Arguments.Option(name: "--help", value: .none, help: "print this help", short: "-h")

  /// Whether its help is all that the description tells.
  var hasShortHelp: Bool { ["api", "explain", "completions"].contains(name) }

  /// What stands after the options, as help shows it.
  var shownOperands: String {
    switch operands {
    case .none: ""
    case .files: " FILE..."
    case .folder: " FOLDER"
    case .words: " WORD"
    case .wordsThenFiles(let words): " \(words.joined(separator: "|")) FILE..."
    }
  }

  static let names = all.map(\.name)
}
