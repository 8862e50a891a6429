/// The texts of `--help`: examples first.
enum Help {
  static var tool: String {
    """
    moonsheet runs Lua scripts against a modelled UIKit presentation stack on a virtual clock.

      moonsheet run flow.lua                  run a flow script and print its trace
      moonsheet run --quiet flow.lua          only what the script prints
      moonsheet run --json flow.lua           the run as JSON Lines
      echo 'present(sheet "S") settle()' | moonsheet run -
      moonsheet repl flow.lua                 go on by hand where a script ends
      moonsheet test                          run the specs below the current folder
      moonsheet explore flow.lua              try every gesture, order and moment
      moonsheet explain silent_block          what a warning or refusal means
      moonsheet compare device.jsonl ours.jsonl
      moonsheet stubs .                       definition files for editors

    Commands:
    \(commands)

    `moonsheet COMMAND --help` tells more; `moonsheet --version` tells the version.

    Exit status: 0 fine, 1 a script, callback or test failed, 2 wrong usage, 3 nothing to run, 4 output could
    not be written, 5 nothing found and not everything explored, 124 a limit was hit, 130 interrupted.
    """
  }

  private static var commands: String {
    Command.all.map { "  \($0.name)" + String(repeating: " ", count: max(2, 26 - $0.name.count)) + $0.summary }
      .joined(separator: "\n")
  }

  static var run: String {
    """
    moonsheet run [OPTIONS] FILE... [-- ARGUMENTS]

      moonsheet run flow.lua
      moonsheet run a.lua b.lua               each in a fresh host
      moonsheet run --trace out.txt flow.lua  the trace to a file, print to standard output
      moonsheet run --profile ios16 flow.lua
      moonsheet run flow.lua -- one two       the script receives them as ...

    FILE - is standard input. The trace and what the script prints go to standard output, errors and warnings to
    standard error. Colour only on a terminal, and not with NO_COLOR.

    Options:
    \(table(RunOptions.known))
    """
  }

  /// One line an option that has something to tell.
  static func table(_ options: [Arguments.Option]) -> String {
    options.filter { !$0.help.isEmpty }.map { option in
      var left = option.name
      switch option.value {
      case .none: break
      case .required(let what):
        left += (left.hasPrefix("--") ? "=" : " ") + (what.split(separator: " ").last.map { $0.uppercased() } ?? "")
      case .optional(let what): left += "[=\(what)]"
      }
      if let short = option.short { left = "\(short), \(left)" }
      return "  " + left + String(repeating: " ", count: max(2, 26 - left.count)) + option.help
    }.joined(separator: "\n")
  }
}
