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
  public mutating func add(_ event: SpecEvent, keepsTimes: Bool = true) {
    switch event {
    case .fileStarted(let file): brokenFiles.remove(file)
    case .fileIssue(let file, _): brokenFiles.insert(file)
    case .testEnded(let result):
      if result.verdict == .failed || result.verdict == .errored {
        failed.insert(result.id)
      } else {
        failed.remove(result.id)
      }
      if keepsTimes, result.verdict != .pending { durations[result.id] = result.microseconds }
    case .filePrinted, .testStarted, .fileEnded: break
    }
  }
}

extension SpecHistory {
  /// One line a fact: what, number, occurrence, file and name, with tabs between; sorted.
  public var text: String {
    let tests = durations.map { "time\t\($1)\t\(Self.fields($0))" } + failed.map { "failed\t0\t\(Self.fields($0))" }
    let files = brokenFiles.map { "broken\t0\t1\t\(Self.escaped($0))\t" }
    return "moonsheet-history\t1\n" + (tests + files).sorted().map { $0 + "\n" }.joined()
  }

  /// Reads ``text``; what cannot be read is left out, since a history is only ever a hint.
  public init(text: String) { self.init(bytes: Array(text.utf8)) }

  /// Reads the bytes of ``text``.
  public init(bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, first.elementsEqual("moonsheet-history\t1".utf8) else { return }
    durations.reserveCapacity(lines.count)
    for line in lines.dropFirst() {
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard fields.count == 5, let number = Self.number(fields[1]), let occurrence = Self.number(fields[2]) else {
        continue
      }
      let test = SpecID(file: Self.plain(fields[3]), name: Self.plain(fields[4]), occurrence: occurrence)
      switch fields[0].first {
      case UInt8(ascii: "t"): durations[test] = number
      case UInt8(ascii: "f"): failed.insert(test)
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

  private static func fields(_ test: SpecID) -> String {
    "\(test.occurrence)\t\(escaped(test.file))\t\(escaped(test.name))"
  }

  private static func escaped(_ text: String) -> String {
    let isSpecial = { (byte: UInt8) in
      byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
    }
    guard text.utf8.contains(where: isSpecial) else { return text }
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): result += "\\\\".utf8
      case UInt8(ascii: "\t"): result += "\\t".utf8
      case UInt8(ascii: "\n"): result += "\\n".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
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
