import Glibc
import MoonsheetSpec

/// The files that specs need, from the file system.
struct SpecFiles: SpecFileSource {
  func read(_ path: String) -> [UInt8]? {
    guard Discovery.kind(path) == S_IFREG else { return nil }
    return try? Files.script(at: path)
  }

  func write(_ bytes: [UInt8], to path: String) -> Bool {
    Files.makeFolders(above: path)
    do throws(ToolError) {
      try Files.write(bytes, to: path)
      return true
    } catch {
      return false
    }
  }

  func remove(_ path: String) { unlink(path) }
}

extension Files {
  /// Makes the folders that a path names on its way, as far as that can be done.
  static func makeFolders(above path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for count in parts.indices {
      let folder = parts[...count].joined(separator: "/")
      if !folder.isEmpty { mkdir(folder, 0o755) }
    }
  }
}
