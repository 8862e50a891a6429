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

  private struct Counts: Sendable, Equatable {
    var lines: [Line: Int] = [:]
    var verdicts: [Verdict: Int] = [:]
  }

  /// What tests ran: of two parts of a run, both.
  private var tests = Counts()
  /// What ran outside of tests, by scope: what several parts of a run came to is the same, and counts once.
  private var outside: [String: Counts] = [:]

  public init() {}

  /// Adds runs of a line; 0 says that it can be run.
  ///
  /// - Parameter scope: names what it was outside of tests, the same in every part of a run; nil for tests.
  public mutating func add(_ line: Line, count: Int, scope: String? = nil) {
    guard let scope else { return tests.lines[line, default: 0] += count }
    outside[scope, default: Counts()].lines[line, default: 0] += count
  }

  public mutating func add(_ verdict: Verdict, count: Int = 1, scope: String? = nil) {
    guard let scope else { return tests.verdicts[verdict, default: 0] += count }
    outside[scope, default: Counts()].verdicts[verdict, default: 0] += count
  }

  /// Adds what another part of the run touched.
  public mutating func add(_ other: SpecCoverage) {
    tests.lines.merge(other.tests.lines) { $0 + $1 }
    tests.verdicts.merge(other.tests.verdicts) { $0 + $1 }
    for (scope, counts) in other.outside {
      outside[scope, default: Counts()].lines.merge(counts.lines) { max($0, $1) }
      outside[scope, default: Counts()].verdicts.merge(counts.verdicts) { max($0, $1) }
    }
  }

  /// Leaves a file out.
  public mutating func remove(_ file: String) {
    tests.lines = tests.lines.filter { $0.key.file != file }
    outside = outside.mapValues { Counts(lines: $0.lines.filter { $0.key.file != file }, verdicts: $0.verdicts) }
  }

  /// Every scope's share, that of the tests first, without one.
  public var scopes: [(scope: String?, share: SpecCoverage)] {
    var first = SpecCoverage()
    first.tests = tests
    return [(nil, first)]
      + outside.sorted { $0.key < $1.key }.map { scope, counts in
        var share = SpecCoverage()
        share.tests = counts
        return (scope, share)
      }
  }

  private var total: Counts {
    outside.values.reduce(into: tests) { sum, counts in
      sum.lines.merge(counts.lines) { $0 + $1 }
      sum.verdicts.merge(counts.verdicts) { $0 + $1 }
    }
  }

  /// The files of which lines are known.
  public var files: [String] { Set(total.lines.keys.map(\.file)).sorted() }

  /// Every line that can be run, by file and line.
  public var lines: [(line: Line, count: Int)] { total.lines.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

  /// Every answer that was given, by controller, callback, trigger and verdict.
  public var verdicts: [(verdict: Verdict, count: Int)] {
    total.verdicts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// How many of the lines that can be run were, in percent from 0 to 100; 100 when there are none.
  public var percent: Double {
    let counts = total.lines.values
    return counts.isEmpty ? 100 : Double(counts.count { $0 > 0 }) * 100 / Double(counts.count)
  }
}
