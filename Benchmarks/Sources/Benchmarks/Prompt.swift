// NB: `environ` is a variable of C that nothing here changes.
@preconcurrency import Glibc

/// The prompt at the other end of two pipes: how long an answer takes, and what a long session takes of memory.
struct Prompt {
  /// The path of `moonsheet`.
  let tool: String

  /// From the newline of an ordinary input to its answer.
  var row: Row { Row(name: "prompt", iterations: 500, c: nil, swift: answer) }

  private func answer(_ n: Int) throws -> Int {
    let talk = try Talk(tool)
    defer { talk.end() }
    for _ in 0..<n {
      talk.send("{ name = scene.top.name, now = clock.now }\n")
      guard talk.readLine() != nil else { throw Processes.Failure(description: "\(tool) repl gave no answer") }
    }
    return n
  }

  /// The most memory, in bytes, that a session of so many inputs takes: sheets are presented and pulled down.
  func peak(inputs: Int) throws -> Int {
    let talk = try Talk(tool)
    talk.send(":set trace off\n:set stack off\nsheets = sheet 'Editor'\n")
    let lines = ["present(sheets) settle()\n", "user:swipe_down() settle()\n", "count = (count or 0) + 1\n"]
    talk.send("count = 0\n")
    for number in 4..<inputs { talk.send(lines[number % lines.count]) }
    talk.send("'over'\n")
    // What comes before are words about what was dropped.
    while let line = talk.readLine(), line != "\"over\"" {}
    return talk.end()
  }
}

/// A running `moonsheet repl` that is spoken to.
private final class Talk {
  private var process: pid_t = 0
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []

  init(_ tool: String) throws {
    var (toTool, fromTool): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&toTool) == 0, pipe(&fromTool) == 0 else { throw Processes.Failure(description: "no pipes") }
    for end in [toTool[1], fromTool[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toTool[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fromTool[1], STDOUT_FILENO)
    let command: [String] = [tool, "repl"]
    let words = command.map { strdup($0) }
    defer { words.forEach { free($0) } }
    let refused = posix_spawn(&process, tool, &actions, nil, words + [nil], environ)
    (input, output) = (toTool[1], fromTool[0])
    close(toTool[0])
    close(fromTool[1])
    guard refused == 0 else { throw Processes.Failure(description: "cannot run \(tool)") }
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(input, bytes, bytes.count)
  }

  func readLine() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeFirst(end + 1)
        return line
      }
      var block = [UInt8](repeating: 0, count: 4_096)
      let count = read(output, &block, block.count)
      guard count > 0 else { return nil }
      buffer += block[..<count]
    }
  }

  /// Ends it; the most memory it took, in bytes.
  @discardableResult
  func end() -> Int {
    close(input)
    close(output)
    var (status, usage): (Int32, rusage) = (0, rusage())
    while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
    return usage.ru_maxrss << 10
  }
}
