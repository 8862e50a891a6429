import Glibc

/// The file system, as far as the tool touches it.
enum Files {
  /// The largest script that is read.
  static let largestScript = 8 << 20

  /// The bytes of a script, or of what else is read whole; `-` is standard input.
  static func script(
    at path: String, called what: String = "a .lua file", most: Int = largestScript
  ) throws(ToolError) -> [UInt8] {
    if path == "-" { return try script(on: STDIN_FILENO, named: "standard input", most: most) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path, reason(errno)) }
    defer { close(descriptor) }
    var info = stat()
    if fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
      throw unreadable(path, "it is a directory; name \(what)")
    }
    return try script(on: descriptor, named: path, most: most)
  }

  /// The rest of an open file.
  static func script(
    on descriptor: Int32, named name: String, most: Int = largestScript
  ) throws(ToolError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 {
        if errno == EINTR {
          if InterruptSignal.wasPressed { throw ToolError(status: .interrupted, message: "interrupted") }
          continue
        }
        throw unreadable(name, reason(errno))
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= most else { throw unreadable(name, "it is larger than \(most >> 20) MiB") }
    }
  }

  /// Writes a file whole or not at all: a temporary file beside it is written, synced and renamed over it.
  ///
  /// What a link points at is replaced, not the link, and it keeps its permissions. What is no regular file (a terminal,
  /// `/dev/null`, a pipe), and what lies in `/dev` or `/proc`, is written in place.
  static func write(_ bytes: [UInt8], to path: String) throws(ToolError) {
    if path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return try overwrite(bytes, path) }
    guard let real = realpath(path, nil) else { return try replace(path, by: bytes, mode: 0o666) }
    defer { free(real) }
    let target = String(cString: real)
    var info = stat()
    guard stat(target, &info) == 0 else { throw unwritable(path, reason(errno)) }
    if info.st_mode & S_IFMT == S_IFDIR { throw unwritable(path, "it is a directory") }
    if info.st_mode & S_IFMT != S_IFREG || target.hasPrefix("/dev/") || target.hasPrefix("/proc/") {
      return try overwrite(bytes, path)
    }
    try replace(target, by: bytes, mode: info.st_mode & 0o7777)
  }

  /// Makes a folder and those around it; one that is there is fine.
  static func makeFolder(_ path: String) throws(ToolError) {
    guard !path.isEmpty, mkdir(path, 0o777) != 0 else { return }
    var code = errno
    if code == ENOENT, let slash = path.lastIndex(of: "/") {
      try makeFolder(String(path[..<slash]))
      code = mkdir(path, 0o777) == 0 ? 0 : errno
    }
    if code != 0, code != EEXIST { throw unwritable(path, reason(code)) }
  }

  /// Whether two paths name one existing file.
  static func isSame(_ a: String, _ b: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev
      && first.st_ino == second.st_ino
  }

  private static func replace(_ path: String, by bytes: [UInt8], mode: mode_t) throws(ToolError) {
    let temporary = "\(path).\(getpid()).part"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw unwritable(path, reason(errno)) }
    var failure: Int32?
    // The mask of the process may have taken bits that the old file had.
    if mode != 0o666, fchmod(descriptor, mode) != 0 { failure = errno }
    if failure == nil, !write(bytes, to: descriptor) || fsync(descriptor) != 0 { failure = errno }
    if close(descriptor) != 0, failure == nil { failure = errno }
    if failure == nil, rename(temporary, path) != 0 { failure = errno }
    if let failure {
      unlink(temporary)
      throw unwritable(path, reason(failure))
    }
  }

  private static func overwrite(_ bytes: [UInt8], _ path: String) throws(ToolError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unwritable(path, reason(errno)) }
    defer { close(descriptor) }
    guard write(bytes, to: descriptor) else { throw unwritable(path, reason(errno)) }
  }

  /// Writes all bytes; false with `errno` set when that cannot be done.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR || (errno == EAGAIN && waitUntilWritable(descriptor)) { continue }
          return false
        }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Waits for a reader of a pipe that does not block.
  private static func waitUntilWritable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, -1) > 0 || errno == EINTR
  }

  static func reason(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }

  private static func unreadable(_ name: String, _ why: String) -> ToolError {
    ToolError(status: .nothingToRun, message: "cannot read \(name): \(why)")
  }

  private static func unwritable(_ path: String, _ why: String) -> ToolError {
    ToolError(status: .internal, message: "cannot write \(path): \(why)")
  }
}
