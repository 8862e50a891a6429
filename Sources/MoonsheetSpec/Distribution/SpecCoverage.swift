/// What a run touched: lines of Lua, and what policies answered. Adding up several is order-free.
public struct SpecCoverage: Sendable, Equatable {
  /// A line of a file that can be run, and how often it was.
  public struct Line: Hashable, Sendable, Comparable {
    public let file: String
    public let line: Int

    public init(file: String, line: Int) {
      self.file = file
      self.line = line
    }

    public static func < (a: Line, b: Line) -> Bool { (a.file, a.line) < (b.file, b.line) }
  }

  /// One answer of one policy under one trigger.
  public struct Verdict: Hashable, Sendable, Comparable {
    /// The controller's name.
    public let controller: String
    /// The callback that answered, such as `should_dismiss`.
    public let callback: String
    /// What it was asked for, such as `swipe`.
    public let trigger: String
    /// What it answered, such as `false`.
    public let verdict: String

    public init(controller: String, callback: String, trigger: String, verdict: String) {
      self.controller = controller
      self.callback = callback
      self.trigger = trigger
      self.verdict = verdict
    }

    public static func < (a: Verdict, b: Verdict) -> Bool {
      (a.controller, a.callback, a.trigger, a.verdict) < (b.controller, b.callback, b.trigger, b.verdict)
    }
  }

  private var lineCounts: [Line: Int] = [:]
  private var verdictCounts: [Verdict: Int] = [:]

  public init() {}

  /// Adds runs of a line; 0 says that it can be run.
  public mutating func add(_ line: Line, count: Int) { lineCounts[line, default: 0] += count }

  public mutating func add(_ verdict: Verdict, count: Int = 1) { verdictCounts[verdict, default: 0] += count }

  public mutating func add(_ other: SpecCoverage) {
    for (line, count) in other.lineCounts { add(line, count: count) }
    for (verdict, count) in other.verdictCounts { add(verdict, count: count) }
  }

  /// Every line that can be run, by file and line.
  public var lines: [(line: Line, count: Int)] { lineCounts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

  /// Every answer that was given, by controller, callback, trigger and verdict.
  public var verdicts: [(verdict: Verdict, count: Int)] {
    verdictCounts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// How many of the lines that can be run were, in percent from 0 to 100; 100 when there are none.
  public var percent: Double {
    lineCounts.isEmpty ? 100 : Double(lineCounts.values.count { $0 > 0 }) * 100 / Double(lineCounts.count)
  }
}
