import Glibc
import MoonsheetSpec

/// Where the history of runs in the current folder is kept: below `$XDG_STATE_HOME`, which is `~/.local/state` by default.
struct HistoryFile {
  /// Nil where there is no home, and so no history.
  private let path: String?

  init() {
    // Bazel names a folder for everything that a test writes, and there is a home nowhere else.
    let state =
      ["TEST_TMPDIR", "XDG_STATE_HOME"].compactMap(TestOptions.variable).first { !$0.isEmpty }
      ?? TestOptions.variable("HOME").map { $0 + "/.local/state" }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard let state, let folder = getcwd(&buffer, buffer.count).map({ String(cString: $0) }) else {
      path = nil
      return
    }
    path = "\(state)/moonsheet/\(String(StableHash(folder).value, radix: 16)).history"
  }

  func read() -> SpecHistory {
    guard let path, let bytes = SpecFiles().read(path) else { return SpecHistory() }
    return SpecHistory(bytes: bytes)
  }

  /// Adds a run. Runs side by side take turns; where nothing can be written, nothing is remembered.
  ///
  /// - Parameter isShard: whether it is part of a run whose other parts look at the same history.
  func add(_ events: [SpecEvent], isShard: Bool = false) {
    guard let path, !events.isEmpty else { return }
    var lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    if lock < 0 {
      Files.makeFolders(above: path)
      lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    }
    guard lock >= 0 else { return }
    defer { close(lock) }
    flock(lock, LOCK_EX)
    var history = read()
    for event in events { history.add(event, keepsTimes: !isShard) }
    replace(path, by: history.text)
  }

  /// Nobody else writes while the lock is held. What a power failure takes along is no loss, so nothing waits for the disk.
  private func replace(_ path: String, by text: String) {
    let part = path + ".part"
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return }
    let isWritten = Files.write(Array(text.utf8), to: descriptor)
    close(descriptor)
    if isWritten { rename(part, path) } else { unlink(part) }
  }
}
