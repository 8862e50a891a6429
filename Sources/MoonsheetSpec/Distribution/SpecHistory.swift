/// What earlier runs in a folder left behind: which tests failed last, and how long each took.
public struct SpecHistory: Sendable, Equatable {
  private var durations: [SpecID: Int] = [:]
  private var failed: Set<SpecID> = []
  /// Files with an issue outside of any test.
  private var brokenFiles: Set<String> = []

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
/// holds.
extension SpecHistory {
  private static let head = "moonsheet-history\t2\n"

  /// All that is known, with as few lines as possible.
  ///
  /// - Complexity: O(*n* log *n*) in the number of tests.
  public var bytes: [UInt8] {
    var output = Array(Self.head.utf8)
    for file in brokenFiles.sorted() { Self.write("broken", nil, SpecID(file: file, name: ""), to: &output) }
    for test in Set(durations.keys).union(failed).sorted() {
      Self.write(failed.contains(test) ? "failed" : "passed", durations[test], test, to: &output)
    }
    return output
  }

  /// The lines that a run adds.
  ///
  /// - Parameter keepsTimes: as of ``add(_:keepsTimes:)``.
  public static func lines(of events: [SpecEvent], keepsTimes: Bool = true) -> [UInt8] {
    // NB: the blank line ends one that an earlier run could not finish.
    var output: [UInt8] = [UInt8(ascii: "\n")]
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
    return output
  }

  /// Whether bytes begin as a history does.
  public static func isHistory(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: head.utf8) }

  /// Reads ``bytes`` and lines that were added; what cannot be read is left out, since a history is only ever a hint.
  public init(bytes: [UInt8]) {
    if Self.isHistory(bytes) { read(bytes.dropFirst(Self.head.utf8.count)) }
  }

  private mutating func read(_ lines: ArraySlice<UInt8>) {
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard fields.count == 5, let occurrence = Self.number(fields[2]) else { continue }
      let test = SpecID(file: Self.plain(fields[3]), name: Self.plain(fields[4]), occurrence: occurrence)
      if let time = Self.number(fields[1]) { durations[test] = time }
      switch fields[0].first {
      case UInt8(ascii: "p"): failed.remove(test)
      case UInt8(ascii: "f"): if fields[0].count == 4 { brokenFiles.remove(test.file) } else { failed.insert(test) }
      case UInt8(ascii: "b"): brokenFiles.insert(test.file)
      default: break
      }
    }
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
