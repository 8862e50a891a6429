import LuaRuntime
import Moonsheet
import MoonsheetReports

extension Command {
  static var help: [Command] {
    [
      Command("help", ":help [TOPIC]", "this list, a command, or one of the topics", .topic) { $0.help($1.rest) },
      Command("doc", ":doc NAME", "what a name of the Lua surface, an option or a warning means", .name) {
        $0.tellDocumentation(of: $1.rest)
      },
    ]
  }
}

extension Session {
  func help(_ topic: String) {
    guard !topic.isEmpty else { return tell(.answer, Self.overview) }
    let word = topic.hasPrefix(":") ? String(topic.dropFirst()) : topic
    if let command = Command.all.first(where: { $0.name == word }) {
      return tell(.answer, ["\(command.usage)", "  \(command.summary)"])
    }
    if let page = Self.topics.first(where: { $0.name == word }) {
      return tell(.answer, page.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
    if Documentation(name: word) != nil { return tellDocumentation(of: word) }
    let names = Self.topics.map(\.name) + Command.all.map(\.name)
    let near = nearest(to: word, among: names).map { " (did you mean '\($0)'?)" } ?? ""
    refuse("no topic '\(topic)'\(near); topics are \(Self.topics.map(\.name).joined(separator: ", "))")
  }

  static var overview: [String] {
    let width = Command.all.map(\.usage.count).max() ?? 0
    return Command.all.map { command in
      "  " + command.usage + String(repeating: " ", count: width - command.usage.count + 2) + command.summary
    } + ["Topics (:help TOPIC): \(topics.map(\.name).joined(separator: ", "))"]
  }

  static let topics: [(name: String, text: String)] = [
    (
      "start",
      """
      Type Lua. Expressions print their value; anything the model offers is a global.
        editor = sheet "Editor" { detents = { "medium", "large" } }
        present(editor) settle()
        :actions            what a user could do now; :actions 1 does the first
        :why                why the last act ended as it did
        :back               undoes it
      """
    ),
    (
      "keys",
      """
      Tab completes; twice lists. Up and down walk through the history, Ctrl-R searches it.
      Ctrl-A, Ctrl-E, Ctrl-W, Ctrl-U, Ctrl-K, Ctrl-Y edit as in Emacs; ~/.editrc may say otherwise (editrc(5)).
      Ctrl-C stops what runs; at the prompt it clears the line. Ctrl-D on an empty line leaves.
      What is pasted waits for Return, and is one input where it is one.
      """
    ),
    (
      "values",
      """
      _ is the last value, _1, _2, … are the values of the last expression. Tables are shown with their keys in order, to a
      depth of four; modelled objects in one line. `:type EXPRESSION` says what a value is and leaves nothing behind.
      """
    ),
    (
      "locals",
      """
      A top-level `local` lives for the session, as do those of a script. A later input and the functions made before share
      the variable. A local of an input that failed or returned early is not kept, unless it was left waiting before.
      """
    ),
    (
      "flows",
      """
      Each input is a flow: it may wait and drive. One that waits for a person (`ask`, `show`) is left waiting and goes on when
      a later input lets it. Each has the limits of a run; one that spends a limit ends, and the session goes on. One that
      fills the memory for good is undone.
      """
    ),
    (
      "time",
      """
      Every input makes a point. `:back` and `:forward` go to another one, exactly: variables, flows that wait, and the scene.
      Typing something else after `:back` begins a branch; the other one stays. `:diff` compares two of them.
      """
    ),
    (
      "files",
      """
      `:save FILE` writes the inputs as a flow script, `:save-test FILE` as a spec with the trace that was seen. Both are run
      before they are written, and what goes another way is told. Files appear whole or not at all. `:load` runs a script here,
      `:reload` runs changed scripts and the inputs since again, `:replay` types the lines of a file, commands too.
      """
    ),
  ]
}
