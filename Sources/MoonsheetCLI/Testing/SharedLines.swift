import Glibc

/// Lines on their way from a worker to the run, in memory that both see: what a worker had not sent when it died is still there.
///
/// Sending each line when it arises would cost more than a small test does.
final class SharedLines {
  private static let size = 1 << 18
  private static let header = MemoryLayout<Int>.stride
  /// Where the running test stands: whether there is one, its numbers, the length of its name, and the name.
  private static let running = size - (8 << 10)
  private static let longestName = size - running - 5 * MemoryLayout<Int>.stride
  private let memory: UnsafeMutableRawPointer

  init() throws(ToolError) {
    guard
      let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), memory != MAP_FAILED
    else {
      throw ToolError(status: .internal, message: "cannot share memory with a worker: \(Files.reason(errno))")
    }
    self.memory = memory
    count = 0
  }

  deinit { munmap(memory, Self.size) }

  /// How many bytes wait. Set last, so that a worker that dies leaves whole lines.
  private(set) var count: Int {
    get { memory.load(as: Int.self) }
    set { memory.storeBytes(of: newValue, as: Int.self) }
  }

  /// Adds a line.
  ///
  /// - Returns: whether there was room.
  func add(_ line: [UInt8]) -> Bool {
    line.withUnsafeBytes { bytes in
      let start = count
      guard Self.header + start + bytes.count + 1 <= Self.running else { return false }
      let place = memory + Self.header + start
      if let base = bytes.baseAddress { place.copyMemory(from: base, byteCount: bytes.count) }
      place.storeBytes(of: 10, toByteOffset: bytes.count, as: UInt8.self)
      count = start + bytes.count + 1
      return true
    }
  }

  /// Forgets what waited.
  func drop() { count = 0 }

  /// A test that has begun, and not ended.
  struct Running {
    /// Cut where it is longer than some thousand bytes.
    let name: String
    let occurrence: Int
    let line: Int
    /// Where it stands in the order of the whole file, if the job is about some tests of it; else -1.
    let position: Int
  }

  /// The test that runs. NB: known here alone, since it is asked for only where a worker does not end a test itself.
  var test: Running? {
    get {
      let at = memory + Self.running
      let numbers = (0..<5).map { at.load(fromByteOffset: $0 * MemoryLayout<Int>.stride, as: Int.self) }
      guard numbers[0] != 0 else { return nil }
      let start = at + 5 * MemoryLayout<Int>.stride
      let name = UnsafeRawBufferPointer(start: start, count: min(max(0, numbers[4]), Self.longestName))
      return Running(
        name: String(decoding: name, as: UTF8.self), occurrence: numbers[1], line: numbers[2], position: numbers[3])
    }
    set {
      let at = memory + Self.running
      at.storeBytes(of: 0, as: Int.self)
      guard let newValue else { return }
      var name = newValue.name
      let length = name.withUTF8 { bytes in
        let count = min(bytes.count, Self.longestName)
        if let base = bytes.baseAddress {
          (at + 5 * MemoryLayout<Int>.stride).copyMemory(from: base, byteCount: count)
        }
        return count
      }
      for (place, number) in [newValue.occurrence, newValue.line, newValue.position, length].enumerated() {
        at.storeBytes(of: number, toByteOffset: (place + 1) * MemoryLayout<Int>.stride, as: Int.self)
      }
      at.storeBytes(of: 1, as: Int.self)
    }
  }

  /// All that waits.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory + Self.header, count: count) }
}
