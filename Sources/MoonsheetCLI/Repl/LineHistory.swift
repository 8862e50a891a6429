import Glibc

/// The lines typed in all sessions: `$XDG_STATE_HOME/moonsheet/history`, private to the user.
///
/// A line is added whole or not at all: sessions side by side take turns, and what a full disk cut off is taken back.
struct LineHistory {
  /// How many lines are kept; the file is rewritten when it has half as many again.
  static let capacity = 10_000

  private let path: String

  /// Nil where there is no home.
  init?() {
    let state =
      TestOptions.variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? TestOptions.variable("HOME").map { $0 + "/.local/state" }
    guard let state else { return nil }
    path = "\(state)/moonsheet/history"
  }

  /// The lines, oldest first.
  func lines() -> [String] { Array(read().suffix(Self.capacity)) }

  private func read() -> [String] {
    guard let bytes = SpecFiles().read(path) else { return [] }
    return bytes.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Adds a line.
  ///
  /// - Returns: why it could not be; nil when it was.
  func add(_ line: String) -> String? {
    guard let lock = lockFile() else { return Files.reason(errno) }
    defer { close(lock) }
    flock(lock, LOCK_EX)
    let file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return Files.reason(errno) }
    defer { close(file) }
    fchmod(file, 0o600)
    var info = stat()
    guard fstat(file, &info) == 0 else { return Files.reason(errno) }
    // Whoever edited the file may have left its last line open.
    var last: UInt8 = 10
    if info.st_size > 0 { pread(file, &last, 1, info.st_size - 1) }
    guard Files.write(Array(((last == 10 ? "" : "\n") + line + "\n").utf8), to: file) else {
      let why = Files.reason(errno)
      ftruncate(file, info.st_size)
      return why
    }
    // Counting is left to files that are large enough to have too many lines.
    if info.st_size > Self.capacity * 8 { compact() }
    return nil
  }

  private func lockFile() -> Int32? {
    let folder = String(path.dropLast("/history".count))
    Files.makeFolders(above: folder)
    mkdir(folder, 0o700)
    chmod(folder, 0o700)
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    return lock < 0 ? nil : lock
  }

  /// Writes the newest lines anew, while the lock is held. When that fails the file stays as it is.
  private func compact() {
    let all = read()
    guard all.count > Self.capacity * 3 / 2 else { return }
    let text = all.suffix(Self.capacity).map { $0 + "\n" }.joined()
    let part = path + ".part"
    let file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    let isWritten = Files.write(Array(text.utf8), to: file) && fsync(file) == 0
    close(file)
    if !isWritten || rename(part, path) != 0 { unlink(part) }
  }
}
