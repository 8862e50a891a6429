/// What earlier runs in a folder left behind: which tests failed last, and how long each took.
public struct SpecHistory: Sendable, Equatable {
  private var durations: [SpecID: Int] = [:]
  private var failed: Set<SpecID> = []
  /// Files with an issue outside of any test.
  private var brokenFiles: Set<String> = []
  /// Where what was read is damaged, such as `line 3`: what is known then is not all; nil when it is whole.
  public private(set) var damage: String?

  public init() {}

  public func microseconds(_ test: SpecID) -> Int? { durations[test] }

  /// Whether anything is known to have failed.
  public var hasFailures: Bool { !failed.isEmpty || !brokenFiles.isEmpty }

  public func failedLast(_ test: SpecID) -> Bool { failed.contains(test) || brokenFiles.contains(test.file) }

  /// The tests of a file that failed last, empty when it is the file as a whole; nil when nothing did.
  public func failures(in file: String) -> [SpecID]? {
    if brokenFiles.contains(file) { return [] }
    let tests = failed.filter { $0.file == file }
    return tests.isEmpty ? nil : tests.sorted()
  }

  /// Takes over what a run says; tests that it did not run keep what is known of them.
  ///
  /// - Parameter keepsTimes: false for a shard. Other shards of the run deal their tests by the same history, be it before
  ///   or after this one has ended.
  public mutating func add(_ events: [SpecEvent], keepsTimes: Bool = true) {
    read(Self.lines(of: events, keepsTimes: keepsTimes)[...])
  }
}

/// Its form in a file: a line for each thing that happened, so that a run need only add its own. What stands further down
/// holds. Each run's lines stand between `run` and `end`, which has their checksum.
extension SpecHistory {
  private static let head = "moonsheet-history\t3\n"
  private static let opening = "\nrun\n"

  /// All that is known, with as few lines as possible.
  ///
  /// - Complexity: O(*n* log *n*) in the number of tests.
  public var bytes: [UInt8] {
    var output = Array((Self.head + Self.opening).utf8)
    let start = output.count
    for file in brokenFiles.sorted() { Self.write("broken", nil, SpecID(file: file, name: ""), to: &output) }
    for test in Set(durations.keys).union(failed).sorted() {
      Self.write(failed.contains(test) ? "failed" : "passed", durations[test], test, to: &output)
    }
    Self.close(&output, from: start)
    return output
  }

  /// The lines that a run adds.
  ///
  /// - Parameter keepsTimes: as of ``add(_:keepsTimes:)``.
  public static func lines(of events: [SpecEvent], keepsTimes: Bool = true) -> [UInt8] {
    // NB: the line break in front ends a line that an earlier run could not finish.
    var output = Array(opening.utf8)
    let start = output.count
    output.reserveCapacity(64 * events.count)
    for event in events {
      switch event {
      case .fileStarted(let file): write("file", nil, SpecID(file: file, name: ""), to: &output)
      case .fileIssue(let file, _): write("broken", nil, SpecID(file: file, name: ""), to: &output)
      case .testEnded(let result):
        let hasFailed = result.verdict == .failed || result.verdict == .errored
        let time = keepsTimes && result.verdict != .pending ? result.microseconds : nil
        write(hasFailed ? "failed" : "passed", time, result.id, to: &output)
      case .filePrinted, .testStarted, .fileEnded: break
      }
    }
    close(&output, from: start)
    return output
  }

  private static func close(_ output: inout [UInt8], from start: Int) {
    output += "end\t\(checksum(output[start...]))\n".utf8
  }

  /// Eight bytes at a time: each run pays for it.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> String {
    let sum = bytes.withUnsafeBytes { bytes in
      var sum = UInt64(bytes.count)
      func add(_ word: UInt64) {
        sum = (sum ^ UInt64(littleEndian: word)) &* 0x9e37_79b9_7f4a_7c15
        sum ^= sum >> 29
      }
      let whole = bytes.count & ~7
      for place in stride(from: 0, to: whole, by: 8) {
        add(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      }
      for place in whole..<bytes.count { add(UInt64(bytes[place])) }
      return sum
    }
    return String(sum, radix: 16)
  }

  /// Whether bytes begin as a history does.
  public static func isHistory(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: head.utf8) }

  /// Reads ``bytes`` and lines that were added. What is damaged is left out, and told by ``damage``.
  public init(bytes: [UInt8]) {
    if Self.isHistory(bytes) {
      read(bytes.dropFirst(Self.head.utf8.count))
    } else {
      damage = "it is none of this version"
    }
  }

  /// Takes the runs whose checksum is right.
  private mutating func read(_ bytes: ArraySlice<UInt8>) {
    // Where the lines of the run begin that is being read.
    var start: Int?
    var place = bytes.startIndex
    var number = 1
    while place < bytes.endIndex {
      let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      number += 1
      let line = bytes[place..<end]
      defer { place = min(end + 1, bytes.endIndex) }
      if line.isEmpty { continue }
      if line.elementsEqual("run".utf8) {
        if start != nil { damage = damage ?? "line \(number)" }
        start = min(end + 1, bytes.endIndex)
      } else if line.starts(with: "end\t".utf8), let first = start {
        let isWhole = line.dropFirst(4).elementsEqual(Self.checksum(bytes[first..<place]).utf8)
        if !isWhole || !readRun(bytes[first..<place]) { damage = damage ?? "line \(number)" }
        start = nil
      } else if start == nil {
        damage = damage ?? "line \(number)"
      }
    }
    if start != nil { damage = damage ?? "line \(number)" }
  }

  /// - Returns: whether all of it could be read.
  private mutating func readRun(_ lines: ArraySlice<UInt8>) -> Bool {
    var isWhole = true
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard fields.count == 5, let occurrence = Self.number(fields[2]) else {
        isWhole = false
        continue
      }
      let test = SpecID(file: Self.plain(fields[3]), name: Self.plain(fields[4]), occurrence: occurrence)
      if let time = Self.number(fields[1]) { durations[test] = time }
      switch fields[0].first {
      case UInt8(ascii: "p"): failed.remove(test)
      case UInt8(ascii: "f"): if fields[0].count == 4 { brokenFiles.remove(test.file) } else { failed.insert(test) }
      case UInt8(ascii: "b"): brokenFiles.insert(test.file)
      default: isWhole = false
      }
    }
    return isWhole
  }

  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    digits.isEmpty || digits.count > 18
      ? nil
      : digits.reduce(0 as Int?) { number, digit in
        guard let number, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        return number * 10 + Int(digit - UInt8(ascii: "0"))
      }
  }

  /// What, a time, occurrence, file and name, with tabs between.
  private static func write(_ what: StaticString, _ time: Int?, _ test: SpecID, to output: inout [UInt8]) {
    output.append(contentsOf: UnsafeBufferPointer(start: what.utf8Start, count: what.utf8CodeUnitCount))
    output.append(UInt8(ascii: "\t"))
    if let time { output += String(time).utf8 }
    output.append(UInt8(ascii: "\t"))
    output += String(test.occurrence).utf8
    for text in [test.file, test.name] {
      output.append(UInt8(ascii: "\t"))
      write(escaping: text, to: &output)
    }
    output.append(UInt8(ascii: "\n"))
  }

  private static func write(escaping text: String, to output: inout [UInt8]) {
    var text = text
    let isPlain = text.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x5C }) else { return false }
      output.append(contentsOf: bytes)
      return true
    }
    if isPlain { return }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): output += "\\\\".utf8
      case UInt8(ascii: "\t"): output += "\\t".utf8
      case UInt8(ascii: "\n"): output += "\\n".utf8
      default: output.append(byte)
      }
    }
  }

  private static func plain(_ text: some Collection<UInt8>) -> String {
    guard text.contains(UInt8(ascii: "\\")) else { return String(decoding: text, as: UTF8.self) }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in text {
      if isEscaped {
        result.append(unescaped(byte))
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func unescaped(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "r"): UInt8(ascii: "\r")
    default: byte
    }
  }
}
