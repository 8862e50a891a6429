/// One command of the prompt: how it is typed, what it does, and what does it.
struct Command {
  /// What a command's argument is, for completion.
  enum Argument { case none, topic, name, file, point, branch, profile, device, setting }

  let name: String
  /// As it is typed, optional parts in brackets.
  let usage: String
  let summary: String
  var argument = Argument.none
  let run: (Session, CommandLine) -> SessionOutput.State

  init(
    _ name: String, _ usage: String, _ summary: String, _ argument: Argument = .none,
    run: @escaping (Session, CommandLine) -> Void
  ) {
    self.init(
      name, usage, summary, argument,
      leadsTo: { session, line in
        run(session, line)
        return .done
      })
  }

  /// - Parameter leadsTo: does it, and says what comes next.
  init(
    _ name: String, _ usage: String, _ summary: String, _ argument: Argument = .none,
    leadsTo run: @escaping (Session, CommandLine) -> SessionOutput.State
  ) {
    self.name = name
    self.usage = usage
    self.summary = summary
    self.argument = argument
    self.run = run
  }

  static var quit: Command { Command("quit", ":quit", "leave; Ctrl-D does the same", leadsTo: { _, _ in .quit }) }

  /// In the order of `:help`.
  static var all: [Command] { help + looking + driving + time + files + [quit] }
}

extension Session {
  func run(_ line: CommandLine) -> SessionOutput.State {
    switch find(line.word) {
    case .one(let command):
      guard line.rest.isEmpty || command.usage.contains(" ") else {
        refuse("':\(command.name)' takes nothing, not '\(line.rest)'")
        return .done
      }
      return command.run(self, line)
    case .several(let names):
      refuse("':\(line.word)' may be \(names.map { ":\($0)" }.joined(separator: ", "))")
    case .none(let near):
      let hint = near.map { " (did you mean ':\($0)'?)" } ?? ""
      refuse("no command ':\(line.word)'\(hint); :help lists them")
    }
    return .done
  }

  private enum Found {
    case one(Command), several([String])
    case none(near: String?)
  }

  /// A command by its name or by a beginning that no other has.
  private func find(_ word: String) -> Found {
    if let exact = Command.all.first(where: { $0.name == word }) { return .one(exact) }
    let matching = word.isEmpty ? [] : Command.all.filter { $0.name.hasPrefix(word) }
    if let only = matching.first, matching.count == 1 { return .one(only) }
    if !matching.isEmpty { return .several(matching.map(\.name)) }
    return .none(near: nearest(to: word, among: Command.all.map(\.name)))
  }
}
