/// The script that zsh loads from `share/zsh/site-functions`.
enum ZshCompletions {
  static var script: String {
    """
    #compdef moonsheet
    # Written by `moonsheet completions zsh`.

    # Completes the value of an option; false when it takes none.
    _moonsheet_value() {
      case $1 in
    \(Command.all.flatMap { command in Completions.options(of: command).compactMap { value(of: $0, command) } }
      .joined(separator: "\n"))
        *) return 1 ;;
      esac
    }

    _moonsheet() {
      local -a candidates
      if (( CURRENT == 2 )); then
        candidates=(\(Command.all.map { described($0.name, $0.summary) }.joined(separator: " ")))
        _describe command candidates
        return
      fi
      if [[ $PREFIX == --*=* ]]; then
        local option=${PREFIX%%=*}
        compset -P '*='
        _moonsheet_value "$words[2] $option"
        return
      fi
      _moonsheet_value "$words[2] $words[CURRENT-1]" && return
      case $words[2] in
    \(Command.all.map { command($0) }.joined(separator: "\n"))
      esac
    }

    _moonsheet "$@"

    """
  }

  private static func value(of option: Arguments.Option, _ command: Command) -> String? {
    guard let candidates = Completions.candidates(of: option) else { return nil }
    let names = Completions.names(of: option).map { quoted("\(command.name) \($0)") }.joined(separator: "|")
    let action =
      switch candidates {
      case .anything: ":"
      case .files: "_files"
      case .folders: "_files -/"
      case .words(let words): "compadd -- \(words.joined(separator: " "))"
      }
    return "    \(names)) \(action) ;;"
  }

  private static func command(_ command: Command) -> String {
    let options = Completions.options(of: command).flatMap { option in
      Completions.names(of: option).map { described($0, option.help) }
    }
    return """
          \(command.name))
            if [[ $PREFIX == -* ]]; then
              candidates=(\(options.joined(separator: " ")))
              _describe -o option candidates
            else
              \(operands(command.operands))
            fi ;;
      """
  }

  private static func operands(_ operands: Command.Operands) -> String {
    switch operands {
    case .none: ":"
    case .files: "_files"
    case .folder: "_files -/"
    case .words(let words): "compadd -- \(words.joined(separator: " "))"
    case .wordsThenFiles(let words):
      "if (( CURRENT == 3 )); then compadd -- \(words.joined(separator: " ")); else _files; fi"
    }
  }

  private static func described(_ name: String, _ help: String) -> String {
    quoted("\(name):\(help.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:"))")
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
