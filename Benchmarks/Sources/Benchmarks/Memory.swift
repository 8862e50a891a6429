import Glibc
import LuaRuntime
import Moonsheet

/// What hosts take of memory: many at a time, and one that lives for long.
struct Memory {
  static let hostsName = "memory of hosts"
  static let cyclesName = "cycles"

  /// Bytes of this process in memory.
  private static var resident: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = fread(&bytes, 1, bytes.count, file)
    let fields = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
  }

  /// What a live host takes, on average of a thousand.
  static func hosts() throws -> String {
    func each<Host>(_ make: () throws -> Host, _ close: (Host) -> Void) rethrows -> Int {
      let before = resident
      let hosts = try (0..<1000).map { _ in try make() }
      defer { hosts.forEach(close) }
      return (resident - before) / hosts.count / 1024
    }
    let bare = try each({ try LuaHost() }, { $0.close() })
    let whole = try each({ try MoonsheetHost() }, { $0.close() })
    return "\(hostsName): a bare one \(bare) KiB, a whole one \(whole) KiB"
  }

  /// How much a host has grown after a million sheets that came and went.
  static func cycles(scale: Double) throws -> String {
    let count = max(20, Int(1000 * scale))
    let host = try MoonsheetHost()
    defer { host.close() }
    func run(_ name: String, _ source: String) throws {
      let report = host.start(LuaChunk(name: name, source: source))
      if let error = report.error { throw error }
      try host.settle()
    }
    try run(
      "cycles.lua",
      """
      closed = 0
      local editor = sheet "Editor" { on_closed = function() closed = closed + 1 end }
      function cycle()
        for _ = 1, 1000 do
          present(editor, { animated = false })
          settle()
          dismiss(editor, { animated = false })
          settle()
        end
      end
      """)
    var early = 0
    for round in 1...count {
      try run("round.lua", "cycle()")
      if round == count / 10 { early = resident }
    }
    let growth = resident - early
    try run("last.lua", "assert(closed == \(count * 1000), closed)")
    return "\(cyclesName): \(count * 1000) times presented and dismissed in one host; "
      + "its process grew by \(growth / 1024) KiB in the last nine tenths"
  }
}
