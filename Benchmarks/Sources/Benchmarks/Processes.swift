// NB: `environ` is a variable of C that nothing here changes.
@preconcurrency import Glibc

/// The rows of whole processes: the tool and Lua's own interpreter on the same one-line script.
struct Processes {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The path of `moonsheet`.
  let tool: String
  let script: String

  /// Writes the script; `remove()` it afterwards.
  ///
  /// - Parameter tool: The path of `moonsheet`; nil for the repository's release build.
  init(tool: String?) throws {
    self.tool = tool ?? Self.repositoryFolder + "/.build/release/moonsheet"
    var name = Array("/tmp/moonsheet-benchmark-XXXXXX.lua".utf8CString)
    let file = mkstemps(&name, 4)
    guard file >= 0 else { throw Failure(description: "cannot write a script in /tmp") }
    let text = Array("print(1 + 1)\n".utf8)
    let written = write(file, text, text.count)
    close(file)
    script = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard written == text.count else { throw Failure(description: "cannot write \(script)") }
  }

  func remove() { unlink(script) }

  private static var repositoryFolder: String {
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
  }

  private var moonsheetCommand: [String] { [tool, "run", script] }
  private var luaCommand: [String] { ["lua5.4", script] }

  /// The row, or why there is none.
  func row() -> Result<Row, Failure> {
    guard access(tool, X_OK) == 0 else {
      let advice = "build it with: swift build -c release --product moonsheet, or name it with --moonsheet"
      return .failure(Failure(description: "\(tool) is not there (\(advice))"))
    }
    for command in [moonsheetCommand, luaCommand] {
      do { _ = try run(command, 1) } catch { return .failure(Failure(description: "\(error)")) }
    }
    return .success(
      Row(name: "process", iterations: 10, c: { try run(luaCommand, $0) }, swift: { try run(moonsheetCommand, $0) }))
  }

  /// Runs a command so many times, one after the other, with its output dropped.
  func run(_ command: [String], _ n: Int) throws -> Int {
    for _ in 0..<n {
      let status = try spawn(command).status
      guard status == 0 else { throw Failure(description: "'\(command.joined(separator: " "))' ended with \(status)") }
    }
    return n
  }

  /// Runs a command once.
  ///
  /// - Returns: the most memory that it, or a process it waited for, had at a time, in KiB.
  func peak(of command: [String]) throws -> Int {
    let (status, usage) = try spawn(command)
    guard status == 0 else { throw Failure(description: "'\(command.joined(separator: " "))' ended with \(status)") }
    return usage.ru_maxrss
  }

  /// Runs a command once.
  ///
  /// - Returns: how many seconds of the processor it and what it waited for took.
  func processorSeconds(of command: [String]) throws -> Double {
    let (status, usage) = try spawn(command)
    guard status == 0 else { throw Failure(description: "'\(command.joined(separator: " "))' ended with \(status)") }
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }

  private func spawn(_ command: [String]) throws -> (status: Int32, usage: rusage) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    let words = command.map { strdup($0) }
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let refused = posix_spawnp(&process, command[0], &actions, nil, words + [nil], environ)
    guard refused == 0 else {
      throw Failure(description: "cannot run \(command[0]): \(String(cString: strerror(refused)))")
    }
    var (status, usage) = (Int32(0), rusage())
    while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
    return (status, usage)
  }
}
