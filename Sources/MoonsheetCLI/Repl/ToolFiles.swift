import Glibc
import LuaRuntime
import MoonsheetREPL

/// The file system, for a session's commands.
struct ToolFiles: SessionFiles {
  func read(_ path: String) throws(SessionFileError) -> [UInt8] {
    do throws(ToolError) {
      return try Files.script(at: Self.expanded(path))
    } catch {
      throw SessionFileError(error.message)
    }
  }

  func write(_ bytes: [UInt8], to path: String) throws(SessionFileError) {
    do throws(ToolError) {
      try Files.write(bytes, to: Self.expanded(path))
    } catch {
      throw SessionFileError(error.message)
    }
  }

  func names(in folder: String) -> [String] {
    let folder = Self.expanded(folder)
    guard let directory = opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard !name.hasPrefix(".") else { continue }
      names.append(isFolder(folder + name) ? name + "/" : name)
    }
    return names.sorted()
  }

  func modules(besides path: String) -> (any LuaModuleSource)? { DirectoryModules(besides: Self.expanded(path)) }

  /// A path with `~` as the home folder, as shells have it.
  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = TestOptions.variable("HOME") else { return path }
    return home + path.dropFirst()
  }

  private func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }
}
