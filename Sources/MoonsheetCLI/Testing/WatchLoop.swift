import Glibc

/// `--watch`: runs again whenever a Lua file or a snapshot below the current folder changes.
struct WatchLoop {
  let options: TestOptions
  let output: Output
  let stop: StopSignal

  /// Runs until Ctrl-C.
  func run() throws(ToolError) -> ExitStatus {
    while true {
      let watch = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard watch >= 0 else {
        throw ToolError(status: .internal, message: "cannot watch files: \(Files.reason(errno))")
      }
      defer { close(watch) }
      // Before the run, so that a change during it leads to another.
      Self.add(".", to: watch)
      do throws(ToolError) {
        if try TestCommand(options: options, output: output, stop: stop).run() == .interrupted { return .interrupted }
      } catch {
        output.complain("moonsheet: error: \(error.message)")
      }
      output.line("watching for changes; Ctrl-C ends")
      output.flush()
      while !stop.wasReceived, !changed(watch) {}
      if stop.wasReceived { return .interrupted }
    }
  }

  /// Watches a folder and those below it; hidden ones and links are passed over.
  private static func add(_ folder: String, to watch: Int32) {
    let mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE
    inotify_add_watch(watch, folder, UInt32(mask))
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let path = "\(folder)/\(name)"
      guard !name.hasPrefix("."), Discovery.kind(path, followingLinks: false) == S_IFDIR else { continue }
      add(path, to: watch)
    }
  }

  /// Waits for something to happen.
  ///
  /// - Returns: whether it may change what specs do. Editors write in several steps; those of a tenth of a second are one.
  private func changed(_ watch: Int32) -> Bool {
    var descriptors = [
      pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    poll(&descriptors, 2, -1)
    guard !stop.wasReceived else { return false }
    var isRelevant = false
    repeat {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(watch, &buffer, buffer.count)
      if count > 0, Self.namesLua(buffer[..<count]) { isRelevant = true }
    } while poll(&descriptors, 1, 100) > 0
    return isRelevant
  }

  /// Whether a block of events names a Lua file, a snapshot, or a folder that came or went.
  private static func namesLua(_ events: ArraySlice<UInt8>) -> Bool {
    let header = MemoryLayout<inotify_event>.size
    var rest = events
    while rest.count >= header {
      let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
      let bytes = rest.dropFirst(header).prefix(Int(event.len)).prefix { $0 != 0 }
      let name = String(decoding: bytes, as: UTF8.self)
      let isFolder = event.mask & UInt32(IN_ISDIR) != 0
      if !name.hasPrefix("."), isFolder || name.hasSuffix(".lua") || name.hasSuffix(".snap") { return true }
      rest = rest.dropFirst(header + Int(event.len))
    }
    return false
  }
}
