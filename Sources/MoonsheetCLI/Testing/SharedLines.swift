import Glibc

/// Lines on their way from a worker to the run, in memory that both see: what a worker had not sent when it died is still there.
///
/// Sending each line when it arises would cost more than a small test does.
final class SharedLines {
  private static let size = 1 << 18
  private static let header = MemoryLayout<Int>.stride
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
      guard Self.header + start + bytes.count + 1 <= Self.size else { return false }
      let place = memory + Self.header + start
      if let base = bytes.baseAddress { place.copyMemory(from: base, byteCount: bytes.count) }
      place.storeBytes(of: 10, toByteOffset: bytes.count, as: UInt8.self)
      count = start + bytes.count + 1
      return true
    }
  }

  /// Takes back what was added since there were `count` bytes.
  func drop(to count: Int) { self.count = count }

  /// All that waits.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory + Self.header, count: count) }
}
