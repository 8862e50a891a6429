/// The script that bash loads from `share/bash-completion/completions`.
enum BashCompletions {
  static var script: String {
    """
    # Written by `moonsheet completions bash`.
    _moonsheet() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
      COMPREPLY=()
      # bash takes --name=value for three words.
      if [ "$cur" = = ]; then
        cur=
      elif [ "$prev" = = ]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
      fi
      if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "\((Command.names + ["--help", "--version"]).joined(separator: " "))" -- "$cur"))
        return
      fi
      case ${COMP_WORDS[1]} in
    \(Command.all.map { command($0) }.joined(separator: "\n"))
      esac
    }
    complete -o filenames -F _moonsheet moonsheet

    """
  }

  private static func command(_ command: Command) -> String {
    let options = Completions.options(of: command)
    var lines = ["    \(command.name))"]
    let values = options.compactMap { value(of: $0) }
    if !values.isEmpty { lines += ["      case $prev in"] + values + ["      esac"] }
    lines += [
      "      case $cur in",
      "        -*) COMPREPLY=($(compgen -W \"\(options.flatMap { Completions.names(of: $0) }.joined(separator: " "))\" -- \"$cur\")) ;;",
      "        *) \(operands(command.operands)) ;;",
      "      esac ;;",
    ]
    return lines.joined(separator: "\n")
  }

  private static func value(of option: Arguments.Option) -> String? {
    guard let candidates = Completions.candidates(of: option) else { return nil }
    let action =
      switch candidates {
      case .anything: ""
      case .files: "\(files); "
      case .folders: "\(folders); "
      case .words(let words): "\(list(words)); "
      }
    return "        \(Completions.names(of: option).joined(separator: "|"))) \(action)return ;;"
  }

  private static func operands(_ operands: Command.Operands) -> String {
    switch operands {
    case .none: ":"
    case .files: files
    case .folder: folders
    case .words(let words): list(words)
    case .wordsThenFiles(let words): "if [ \"$COMP_CWORD\" -eq 2 ]; then \(list(words)); else \(files); fi"
    }
  }

  private static let files = "COMPREPLY=($(compgen -f -- \"$cur\"))"
  private static let folders = "COMPREPLY=($(compgen -d -- \"$cur\"))"

  private static func list(_ words: [String]) -> String {
    "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$cur\"))"
  }
}
