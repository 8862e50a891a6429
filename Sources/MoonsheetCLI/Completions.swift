import LuaRuntime

/// Completion scripts for shells, written from the one description of commands and options.
enum Completions {
  enum Shell: String, CaseIterable { case bash, zsh, fish }

  static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletions.script
    case .zsh: ZshCompletions.script
    case .fish: FishCompletions.script
    }
  }

  /// Options that have something to tell, so those that are taken for busted's sake alone are left out.
  static func options(of command: Command) -> [Arguments.Option] { command.options.filter { !$0.help.isEmpty } }

  /// What an option's value is completed with.
  enum Candidates { case anything, files, folders, words([String]) }

  static func candidates(of option: Arguments.Option) -> Candidates? {
    let what: String
    switch option.value {
    case .none, .optional: return nil
    case .required(let description): what = description
    }
    if !option.words.isEmpty { return .words(option.words) }
    if what == "a file" || what == "a path" { return .files }
    return what == "a folder" ? .folders : .anything
  }

  /// The names under which an option is typed.
  static func names(of option: Arguments.Option) -> [String] { [option.name] + (option.short.map { [$0] } ?? []) }
}

/// `moonsheet completions SHELL`.
struct CompletionsCommand {
  let words: [String]
  let output: Output

  func run() throws(ToolError) -> ExitStatus {
    let shells = Completions.Shell.allCases.map(\.rawValue)
    guard let word = words.first, words.count == 1 else {
      throw ToolError(status: .usage, message: "'completions' wants a shell: \(shells.joined(separator: ", "))")
    }
    guard let shell = Completions.Shell(rawValue: word) else {
      let near = nearestName(to: word, among: shells).map { " (did you mean '\($0)'?)" } ?? ""
      throw ToolError(
        status: .usage, message: "no completions for '\(word)'\(near); there are \(shells.joined(separator: ", "))")
    }
    output.text(Completions.script(for: shell))
    return .fine
  }
}
