/// The script that fish loads from `share/fish/vendor_completions.d`.
enum FishCompletions {
  static var script: String {
    "# Written by `moonsheet completions fish`.\ncomplete -c moonsheet -f\n"
      + Command.all.map {
        "complete -c moonsheet -n __fish_use_subcommand -a \($0.name) -d \(quoted($0.summary))\n"
      }.joined()
      + Command.all.map { command($0) }.joined()
  }

  private static func command(_ command: Command) -> String {
    let seen = "complete -c moonsheet -n '__fish_seen_subcommand_from \(command.name)'"
    return operands(command, seen) + Completions.options(of: command).map { option($0, seen) }.joined()
  }

  private static func operands(_ command: Command, _ seen: String) -> String {
    switch command.operands {
    case .none: ""
    case .files: "\(seen) -F\n"
    case .folder: "\(seen) -a '(__fish_complete_directories)'\n"
    case .words(let words): "\(seen) -a \(quoted(words.joined(separator: " ")))\n"
    case .wordsThenFiles(let words): "\(seen) -a \(quoted(words.joined(separator: " ")))\n\(seen) -F\n"
    }
  }

  private static func option(_ option: Arguments.Option, _ seen: String) -> String {
    var line = seen
    for name in Completions.names(of: option) { line += flag(name) }
    switch Completions.candidates(of: option) {
    case nil: break
    case .anything: line += " -x"
    case .files: line += " -r -F"
    case .folders: line += " -x -a '(__fish_complete_directories)'"
    case .words(let words): line += " -x -a \(quoted(words.joined(separator: " ")))"
    }
    return line + " -d \(quoted(option.help))\n"
  }

  private static func flag(_ name: String) -> String {
    if name.hasPrefix("--") { return " -l \(name.dropFirst(2))" }
    return name.count == 2 ? " -s \(name.dropFirst())" : " -o \(name.dropFirst())"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'") + "'"
  }
}
