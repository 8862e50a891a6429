// `stdout` is a variable of C's.
@preconcurrency import Glibc
import LuaRuntime

/// What a spec with stock libraries can change of its process outside of Lua: the next file in that process would see it.
struct OutsideState: Equatable {
  /// An open file, as its number says nothing once it was closed.
  private struct File: Hashable {
    let descriptor: Int32
    let device: dev_t
    let node: ino_t
  }

  private let files: Set<File>
  private let folder: String
  private let locale: String
  /// How often a library was loaded.
  private let loads: UInt64
  /// Whether something runs that was started.
  private let hasChildren: Bool

  static func now() -> OutsideState {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    return OutsideState(
      files: openFiles(), folder: getcwd(&buffer, buffer.count).map { String(cString: $0) } ?? "",
      locale: setlocale(LC_ALL, nil).map { String(cString: $0) } ?? "", loads: LuaHost.libraryLoads,
      hasChildren: LuaHost.hasChildren)
  }

  /// Puts the standard streams back to how a process has them: output by lines, so that a crash takes little of it along.
  static func resetStreams() {
    fflush(nil)
    setvbuf(stdout, nil, _IOLBF, 0)
    setvbuf(stderr, nil, _IONBF, 0)
    clearerr(stdin)
  }

  private static func openFiles() -> Set<File> {
    guard let listing = opendir("/proc/self/fd") else { return [] }
    defer { closedir(listing) }
    var result: Set<File> = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var info = stat()
      guard let descriptor = Int32(name), descriptor != dirfd(listing), fstat(descriptor, &info) == 0 else { continue }
      result.insert(File(descriptor: descriptor, device: info.st_dev, node: info.st_ino))
    }
    return result
  }
}
