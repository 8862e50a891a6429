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
  public init(text: String) {
    let lines = text.split(separator: "\n")
    guard lines.first == "moonsheet-history\t1" else { return }
    for line in lines.dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 5, let number = Int(fields[1]), let occurrence = Int(fields[2]) else { continue }
      let test = SpecID(file: Self.plain(fields[3]), name: Self.plain(fields[4]), occurrence: occurrence)
      switch fields[0] {
      case "time": durations[test] = number
      case "failed": failed.insert(test)
      case "broken": brokenFiles.insert(test.file)
      default: break
      }
    }
  }

  private static func fields(_ test: SpecID) -> String {
    "\(test.occurrence)\t\(escaped(test.file))\t\(escaped(test.name))"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\\\"
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r\n": result += "\\r\\n"
      default: result.append(character)
      }
    }
  }

  private static func plain(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "t" ? "\t" : character == "n" ? "\n" : character == "r" ? "\r" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
