import Glibc
import LuaRuntime

/// What the vocabulary's own `lfs` is made of; only specs with stock libraries get it.
struct FileSystem {
  let lua: LuaHost

  /// Answers results, or nil, a message and a code.
  private func function(
    _ name: String, _ body: @escaping (LuaFrame, String) -> Int32
  ) -> (String, any LuaEncodable) {
    (
      name,
      lua.function(name) { frame in
        let path = try String.read(from: frame, at: 1)
        return body(frame, path) == 0 ? pushTrue(frame) : pushFailure(path, frame)
      }
    )
  }

  var table: LuaTable {
    LuaTable([
      ("status", lua.function("attributes") { try pushStatus($0) }),
      ("names", lua.function("dir") { try pushNames($0) }),
      ("target", lua.function("target") { try pushTarget($0) }),
      ("currentdir", lua.function("currentdir") { pushDirectory($0) }),
      function("chdir") { _, path in chdir(path) },
      function("mkdir") { _, path in mkdir(path, 0o777) },
      function("rmdir") { _, path in rmdir(path) },
      function("touch") { frame, path in touch(frame, path) },
      function("link") { frame, path in
        let new = frame.string(at: 2) ?? ""
        return frame.bool(at: 3) == true ? symlink(path, new) : link(path, new)
      },
    ])
  }
}

private func pushTrue(_ frame: LuaFrame) -> LuaReturn {
  frame.push(true)
  return .values(1)
}

private func pushFailure(_ path: String, _ frame: LuaFrame) -> LuaReturn {
  let code = errno
  let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
  frame.pushNil()
  frame.push("\(path): \(reason)")
  frame.push(Int(code))
  return .values(3)
}

private func pushStatus(_ frame: LuaFrame) throws(LuaError) -> LuaReturn {
  let path = try String.read(from: frame, at: 1)
  var status = stat()
  let result = frame.bool(at: 2) == false ? lstat(path, &status) : stat(path, &status)
  guard result == 0 else {
    let code = errno
    let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    frame.pushNil()
    frame.push("cannot obtain information from file '\(path)': \(reason)")
    frame.push(Int(code))
    return .values(3)
  }
  frame.push(
    LuaTable([
      ("mode", kind(of: status.st_mode)), ("size", Int(status.st_size)), ("dev", Int(status.st_dev)),
      ("ino", Int(status.st_ino)), ("nlink", Int(status.st_nlink)), ("uid", Int(status.st_uid)),
      ("gid", Int(status.st_gid)), ("rdev", Int(status.st_rdev)), ("access", status.st_atim.tv_sec),
      ("modification", status.st_mtim.tv_sec), ("change", status.st_ctim.tv_sec), ("blocks", Int(status.st_blocks)),
      ("blksize", Int(status.st_blksize)), ("permissions", permissions(of: status.st_mode)),
    ]))
  return .values(1)
}

private func kind(of mode: mode_t) -> String {
  switch mode & S_IFMT {
  case S_IFREG: "file"
  case S_IFDIR: "directory"
  case S_IFLNK: "link"
  case S_IFSOCK: "socket"
  case S_IFIFO: "named pipe"
  case S_IFCHR: "char device"
  case S_IFBLK: "block device"
  default: "other"
  }
}

private func permissions(of mode: mode_t) -> String {
  let letters = Array("rwxrwxrwx")
  return String(letters.indices.map { mode & (1 << mode_t(8 - $0)) != 0 ? letters[$0] : "-" })
}

/// The names in a folder, in order, so that specs see the same everywhere.
private func pushNames(_ frame: LuaFrame) throws(LuaError) -> LuaReturn {
  let path = try String.read(from: frame, at: 1)
  guard let folder = opendir(path) else { return pushFailure(path, frame) }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    names.append(name)
  }
  frame.push(names.sorted())
  return .values(1)
}

private func pushTarget(_ frame: LuaFrame) throws(LuaError) -> LuaReturn {
  let path = try String.read(from: frame, at: 1)
  var buffer = [CChar](repeating: 0, count: 4_096)
  let count = readlink(path, &buffer, buffer.count)
  guard count >= 0 else { return pushFailure(path, frame) }
  frame.push(bytes: buffer.prefix(count).map { UInt8(bitPattern: $0) })
  return .values(1)
}

private func pushDirectory(_ frame: LuaFrame) -> LuaReturn {
  guard let name = getcwd(nil, 0) else { return pushFailure(".", frame) }
  defer { free(name) }
  frame.push(String(cString: name))
  return .values(1)
}

private func touch(_ frame: LuaFrame, _ path: String) -> Int32 {
  guard let access = frame.number(at: 2) else { return utimes(path, nil) }
  let modification = frame.number(at: 3) ?? access
  let times = [access, modification].map { timeval(tv_sec: Int($0), tv_usec: 0) }
  return utimes(path, times)
}
