import Glibc

/// Lines on their way from a worker to the run, in memory that both see: what a worker had not sent when it died is still there.
///
/// Sending each line when it arises would cost more than a small test does.
final class SharedLines {
  private static let size = 1 << 18
  private static let stride = MemoryLayout<Int>.stride
  /// In front of the lines: their length, the number of the next job, and a line break, which ends what others wrote.
  private static let header = 2 * stride + 1
  /// Where the running test stands: whether there is one, its numbers, the length of its name, and the name.
  private static let running = size - (8 << 10)
  private static let longestName = size - running - 6 * stride
  private let memory: UnsafeMutableRawPointer
  /// What each line begins with. Nobody else knows it, so that what a test writes into the pipe is not taken for a line.
  let mark: [UInt8]

  init() throws(ToolError) {
    mark = Array(String(UInt64.random(in: .min ... .max), radix: 36).utf8)
    guard
      let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), memory != MAP_FAILED
    else {
      throw ToolError(status: .internal, message: "cannot share memory with a worker: \(Files.reason(errno))")
    }
    self.memory = memory
    count = 0
    memory.storeBytes(of: 10, toByteOffset: Self.header - 1, as: UInt8.self)
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
    let start = count
    let end = start + mark.count + line.count
    guard Self.header + end < Self.running else { return false }
    copy(mark, to: start)
    copy(line, to: start + mark.count)
    memory.storeBytes(of: 10, toByteOffset: Self.header + end, as: UInt8.self)
    count = end + 1
    return true
  }

  private func copy(_ bytes: [UInt8], to place: Int) {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      memory.advanced(by: Self.header + place).copyMemory(from: base, byteCount: bytes.count)
    }
  }

  /// The line that bytes between two line breaks are; nil when they are none of this worker's.
  func line(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : nil
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
    /// Whether something that was started before it runs beside it, so that nobody can tell who writes.
    let isAccompanied: Bool
  }

  /// The test that runs. NB: known here alone, since it is asked for only where a worker does not end a test itself.
  var test: Running? {
    get {
      let at = memory + Self.running
      let numbers = (0..<6).map { at.load(fromByteOffset: $0 * Self.stride, as: Int.self) }
      guard numbers[0] != 0 else { return nil }
      let start = at + 6 * Self.stride
      let name = UnsafeRawBufferPointer(start: start, count: min(max(0, numbers[5]), Self.longestName))
      return Running(
        name: String(decoding: name, as: UTF8.self), occurrence: numbers[1], line: numbers[2], position: numbers[3],
        isAccompanied: numbers[4] != 0)
    }
    set {
      let at = memory + Self.running
      at.storeBytes(of: 0, as: Int.self)
      guard let newValue else { return }
      var name = newValue.name
      let length = name.withUTF8 { bytes in
        let count = min(bytes.count, Self.longestName)
        if let base = bytes.baseAddress {
          (at + 6 * Self.stride).copyMemory(from: base, byteCount: count)
        }
        return count
      }
      let numbers = [newValue.occurrence, newValue.line, newValue.position, newValue.isAccompanied ? 1 : 0, length]
      for (place, number) in numbers.enumerated() {
        at.storeBytes(of: number, toByteOffset: (place + 1) * Self.stride, as: Int.self)
      }
      at.storeBytes(of: 1, as: Int.self)
    }
  }

  /// All that waits, with a line break in front.
  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: memory + Self.header - 1, count: count > 0 ? count + 1 : 0)
  }

  /// The number of the job that is ordered, from 0; nil when there is none.
  var order: Int? {
    get {
      let number = memory.load(fromByteOffset: Self.stride, as: Int.self)
      return number > 0 ? number - 1 : nil
    }
    set { memory.storeBytes(of: newValue.map { $0 + 1 } ?? 0, toByteOffset: Self.stride, as: Int.self) }
  }
}
