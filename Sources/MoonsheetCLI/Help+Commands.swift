extension Help {
  static func short(_ command: Command) -> String {
    var text = "moonsheet \(command.name) [OPTIONS]\(command.shownOperands)\n\n  \(command.summary)"
    if case .words(let words) = command.operands { text += "\n\nWords: \(words.joined(separator: ", "))" }
    return text + "\n\nOptions:\n\(table(command.options))"
  }

  static let stubs = """
    moonsheet stubs FOLDER

      moonsheet stubs .                       beside the scripts; editors find .luarc.json there

    Writes definition files in LuaCATS (library/*.lua) for the Lua language servers, .luarc.json, which points to them, and
    moonsheet.luacheck.lua, a standard for luacheck; its first lines tell how to use it. Each file appears whole or not at
    all. A .luarc.json with other settings is not overwritten.
    """

  static let compare = """
    moonsheet compare DEVICE OURS

      moonsheet run --json flow.lua > ours.jsonl
      moonsheet compare device.jsonl ours.jsonl

    Shows where the log of a device, or of another run, and the trace of a run part. Only what a device can tell is
    compared, and no times. docs/DEVICE_LOGS.md tells what a logging app writes.

    Exit status: 0 they agree, 1 they part, 2 wrong usage or a file that is no log, 3 a file cannot be read.
    """
}
