import Glibc
import LuaRuntime

/// Finds `require`d modules below one folder: `a.b` is `a/b.lua` or `a/b/init.lua`. Symbolic links are not followed.
struct DirectoryModules: LuaModuleSource {
  /// The folder of the script that is run; empty for the current one.
  let root: String

  init(besides script: String) {
    let parts = script.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    root = script == "-" ? "" : parts.joined(separator: "/") + (parts.isEmpty ? "" : "/")
  }

  func chunk(named name: String) throws -> LuaChunk? {
    let path = name.split(separator: ".").joined(separator: "/")
    for candidate in ["\(path).lua", "\(path)/init.lua"] {
      guard let source = try source(at: candidate) else { continue }
      return LuaChunk(name: root + candidate, source: source)
    }
    return nil
  }

  /// The bytes of a file below the root, opened one component at a time so that no link leads out; nil when it is not there.
  private func source(at relative: String) throws -> [UInt8]? {
    var folder = open(root.isEmpty ? "." : root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    defer { close(folder) }
    let parts = relative.split(separator: "/").map(String.init)
    for part in parts.dropLast() {
      let next = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard next >= 0 else { return nil }
      close(folder)
      folder = next
    }
    guard let file = parts.last else { return nil }
    // NB: without O_NONBLOCK opening a FIFO would wait for its writer.
    let descriptor = openat(folder, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
    do throws(ToolError) {
      return try Files.script(on: descriptor, named: root + relative)
    } catch {
      throw LuaError(error.message)
    }
  }
}
