import Glibc
import LuaRuntime

/// How much time of the processor the scripts of `Tests/Hostile` take to be ended: each in a host of its own, with the limits that its test has.
struct Hostile {
  static let name = "hostile"

  private let folder: String

  init() {
    let parts = #filePath.split(separator: "/").dropLast(4)
    folder = "/" + parts.joined(separator: "/") + "/Tests/Hostile"
  }

  /// The slowest scripts in words, or why there are none.
  var note: String {
    let times = scripts.map { (name: $0, seconds: seconds(of: $0)) }.sorted { $0.seconds > $1.seconds }
    guard !times.isEmpty else { return "\(Self.name): skipped, there is nothing in \(folder)" }
    let slowest = times.prefix(3).map { "\($0.name) \(($0.seconds * 1000).rounded()) ms" }.joined(separator: ", ")
    let late = times.filter { $0.seconds > 0.3 }.count
    return "\(Self.name): \(times.count) scripts, \(late) of them over 300 ms; the slowest: \(slowest)"
  }

  private var scripts: [String] {
    Self.entries(folder).flatMap { kind in
      Self.entries("\(folder)/\(kind)").filter { $0.hasSuffix(".lua") }.map { "\(kind)/\($0)" }
    }
  }

  private static func entries(_ path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  private static func text(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private func seconds(of name: String) -> Double {
    let source = Self.text("\(folder)/\(name)")
    guard source.hasPrefix("-- ends: ") else { return .infinity }
    let limits = LuaLimits(memory: 32 << 20, maxBlock: 8 << 20, fuel: 1_000_000, wall: .seconds(60))
    guard let host = try? LuaHost(LuaOptions(limits: limits)) else { return .infinity }
    defer { host.close() }
    host.define("nested") { [unowned host] (f: LuaFunction) throws in try host.call(f) }
    host.define("touch") { () -> Void in }
    host.define("echo") { (text: String) in text.utf8.count }
    let before = Self.processorSeconds
    if let main = try? host.load(LuaChunk(name: name, source: source)) { try? host.call(main) }
    return Self.processorSeconds - before
  }

  /// What this thread has had of the processor: the others on the machine do not count.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
