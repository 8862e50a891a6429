import Glibc
import LuaRuntime

/// Finds spec files.
struct Discovery {
  /// A spec file, and the lines that were named with it; without any, all of it is meant.
  struct Found: Equatable {
    let file: String
    var lines: [Int] = []
  }

  private(set) var found: [Found] = []
  /// Where in ``found`` each file stands.
  private var places: [String: Int] = [:]
  /// What could not be read, one message each.
  private(set) var problems: [String] = []
  /// Whether a file name, without its folders, is that of a spec.
  private let isSpec: (String) -> Bool
  private let isRecursive: Bool

  /// Looks at each path in turn: a folder is searched, a file taken as it is, `FILE:LINE` means a test.
  ///
  /// - Complexity: O(*n* log *n*) in the number of files below the paths.
  init(_ paths: [String], isRecursive: Bool = true, isSpec: @escaping (String) -> Bool) {
    self.isSpec = isSpec
    self.isRecursive = isRecursive
    for path in paths { add(Self.plain(path)) }
  }

  private mutating func add(_ path: String) {
    if let kind = Self.kind(path) {
      if kind == S_IFDIR {
        let files = search(path == "." ? "" : path + "/")
        if files.isEmpty, isSpec(Self.name(path)) { problems.append("cannot read \(path): \(Self.empty)") }
        for file in files.sorted(by: Self.precedes) { take(file, nil) }
      } else if let problem = Self.unreadable(path, kind) {
        problems.append("cannot read \(path): \(problem)")
      } else {
        take(path, nil)
      }
      return
    }
    let parts = path.split(separator: ":")
    if parts.count > 1, let line = parts.last.flatMap({ Int($0) }), line > 0 {
      let file = parts.dropLast().joined(separator: ":")
      if let kind = Self.kind(file), kind != S_IFDIR {
        guard let problem = Self.unreadable(file, kind) else { return take(file, line) }
        problems.append("cannot read \(file): \(problem)")
        return
      }
    }
    problems.append("cannot read \(path): \(Self.absence(path))")
  }

  /// Each file is run once; named with and without a line, all of it is meant.
  private mutating func take(_ file: String, _ line: Int?) {
    guard let index = places[file] else {
      places[file] = found.count
      found.append(Found(file: file, lines: line.map { [$0] } ?? []))
      return
    }
    if let line, !found[index].lines.isEmpty { found[index].lines.append(line) } else { found[index].lines = [] }
  }

  /// The spec files below a folder, whose name ends with a slash. Hidden names and links to folders are passed over.
  private mutating func search(_ folder: String) -> [String] {
    guard let directory = opendir(folder.isEmpty ? "." : folder) else {
      problems.append("cannot read \(folder): \(Files.reason(errno))")
      return []
    }
    defer { closedir(directory) }
    var files: [String] = []
    while let entry = readdir(directory) {
      let (name, isText) = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          (String(cString: name), String(validatingCString: name) != nil)
        }
      }
      guard !name.hasPrefix(".") else { continue }
      guard isText else {
        let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
        if isFolder ? isRecursive : isSpec(name) {
          problems.append("cannot read \(folder)\(name): its name is not UTF-8; give it another")
        }
        continue
      }
      let path = folder + name
      if Self.kind(path, followingLinks: false) == S_IFDIR {
        let found = isRecursive ? search(path + "/") : []
        if found.isEmpty, isSpec(name) { problems.append("cannot read \(path): \(Self.empty)") }
        files += found
      } else if isSpec(name) {
        switch Self.kind(path) {
        case S_IFREG: files.append(path)
        case S_IFDIR: break
        case nil: problems.append("cannot read \(path): \(Self.absence(path))")
        default: problems.append("cannot read \(path): \(Self.neither)")
        }
      }
    }
    return files
  }

  private static let empty = "it is a folder without a spec"
  private static let neither = "it is neither a file nor a folder"

  /// Why nothing is found under a path: nothing is there, or what a link names, or the way is barred.
  private static func absence(_ path: String) -> String {
    var info = stat()
    let code = stat(path, &info) == 0 ? ENOENT : errno
    let isLink = code == ENOENT && kind(path, followingLinks: false) == S_IFLNK
    return isLink ? "it is a link to nothing" : Files.reason(code)
  }

  /// Why a path that was named as a spec cannot be one; nil when it can.
  private static func unreadable(_ path: String, _ kind: mode_t) -> String? {
    guard kind == S_IFREG else { return neither }
    return access(path, R_OK) == 0 ? nil : Files.reason(errno)
  }

  /// What a path is, `S_IFREG` and so on; nil when there is nothing.
  static func kind(_ path: String, followingLinks: Bool = true) -> mode_t? {
    var info = stat()
    guard (followingLinks ? stat(path, &info) : lstat(path, &info)) == 0 else { return nil }
    return info.st_mode & S_IFMT
  }

  /// By bytes, the same in every language.
  private static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }

  /// What a path ends in.
  private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Without `./` in front and slashes behind.
  static func plain(_ path: String) -> String {
    var path = path[...]
    while path.hasPrefix("./"), path.count > 2 { path = path.dropFirst(2) }
    while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    return path.isEmpty || path == "./" ? "." : String(path)
  }
}

/// Which names in a folder are those of spec files.
struct SpecNaming {
  /// Lua patterns, one of which must match; without any it is `*_spec.lua`.
  var patterns: [String] = []
  /// Lua patterns, none of which may match.
  var excluded: [String] = []
  /// Whether `_spec` anywhere in the name will do, as for busted.
  var isBusted = false

  /// The rule, for a name without its folders. Whatever the patterns, it ends in `.lua`.
  func rule() throws(ToolError) -> (String) -> Bool {
    let isUsual: (String) -> Bool =
      if isBusted { { $0.hasSuffix(".lua") && $0.contains("_spec") } } else { { $0.hasSuffix("_spec.lua") } }
    guard !patterns.isEmpty || !excluded.isEmpty else { return isUsual }
    let find = try Self.finder(patterns + excluded)
    let (patterns, excluded) = (patterns, excluded)
    return { name in
      guard name.hasSuffix(".lua"), !excluded.contains(where: { find(name, $0) }) else { return false }
      return patterns.isEmpty ? isUsual(name) : patterns.contains { find(name, $0) }
    }
  }

  /// Lua's own matching.
  private static func finder(_ patterns: [String]) throws(ToolError) -> (String, String) -> Bool {
    do throws(LuaError) {
      let host = try LuaHost()
      let find = try host.load(LuaChunk(name: "pattern", source: "local n, p = ... return n:find(p) ~= nil"))
      for pattern in patterns { let _: Bool = try host.call(find, "name_spec.lua", pattern) }
      return { name, pattern in (try? host.call(find, name, pattern) as Bool) ?? false }
    } catch {
      throw ToolError(status: .usage, message: "option '--pattern' wants Lua patterns: \(error.message)")
    }
  }
}
