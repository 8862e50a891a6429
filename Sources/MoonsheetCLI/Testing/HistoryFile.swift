import Glibc
import MoonsheetSpec

/// Where the history of runs in the current folder is kept: below `$XDG_STATE_HOME`, which is `~/.local/state` by default.
final class HistoryFile {
  /// Nil where there is no home, and so no history.
  let path: String?
  /// Why what was read is not all that earlier runs left; nil when it is. The next run that is added then makes it whole.
  private(set) var damage: String?

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

  /// Whether nothing is remembered.
  var isMissing: Bool { path.map { Discovery.kind($0) == nil } ?? true }

  /// What is known of earlier runs; ``damage`` tells whether that is all.
  func read() -> SpecHistory {
    guard let path, let kind = Discovery.kind(path) else { return SpecHistory() }
    do throws(ToolError) {
      guard kind == S_IFREG else { throw ToolError(status: .nothingToRun, message: "it is no file") }
      let history = SpecHistory(bytes: try Files.script(at: path, most: .max))
      damage = history.damage
      return history
    } catch {
      damage = error.message
      return SpecHistory()
    }
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
    let lines = SpecHistory.lines(of: events, keepsTimes: !isShard)
    if append(lines, to: path) { return }
    // What is there is none, is damaged, or has become long for what it says.
    let old = Discovery.kind(path) == S_IFREG ? (try? Files.script(at: path, most: .max)) ?? [] : []
    guard SpecHistory.isHistory(old) else { return replace(path, by: SpecHistory().bytes + lines) }
    let whole = SpecHistory(bytes: old + lines)
    // NB: damage that nobody was told of stays, so that it is told.
    replace(path, by: whole.damage != nil && damage == nil ? old + lines : whole.bytes)
  }

  /// Adds lines to a history.
  ///
  /// - Returns: false, with nothing added, where there is none, and where it is time to leave out what no longer holds.
  private func append(_ lines: [UInt8], to path: String) -> Bool {
    guard damage == nil else { return false }
    let descriptor = open(path, O_RDWR | O_APPEND | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var info = stat()
    var start = [UInt8](repeating: 0, count: 32)
    guard fstat(descriptor, &info) == 0, pread(descriptor, &start, start.count, 0) > 0,
      SpecHistory.isHistory(start), (Int(info.st_size) + lines.count) / Self.longest == Int(info.st_size) / Self.longest
    else { return false }
    return Files.write(lines, to: descriptor)
  }

  /// Each time a history has grown by so many bytes it is written anew.
  private static let longest = 1 << 19

  /// Nobody else writes while the lock is held. What a power failure takes along is no loss, so nothing waits for the disk.
  private func replace(_ path: String, by bytes: [UInt8]) {
    let part = path + ".part"
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return }
    let isWritten = Files.write(bytes, to: descriptor)
    close(descriptor)
    if !isWritten || rename(part, path) != 0 { unlink(part) }
  }
}
