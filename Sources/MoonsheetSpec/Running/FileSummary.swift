/// What one file's run leaves besides its events.
public struct FileSummary: Sendable, Equatable {
  /// How often the lines of one Lua file ran.
  public struct Lines: Sendable, Equatable {
    public var file: String
    /// Every line that can run, in order, with its count.
    public var hits: [(line: Int, count: Int)]

    public init(file: String, hits: [(line: Int, count: Int)]) {
      self.file = file
      self.hits = hits
    }

    public static func == (a: Lines, b: Lines) -> Bool {
      a.file == b.file && a.hits.elementsEqual(b.hits) { $0.line == $1.line && $0.count == $1.count }
    }
  }

  /// How often a policy gave one verdict under one trigger.
  public struct Policy: Sendable, Equatable {
    /// The controller it was asked about.
    public var controller: String
    /// `should_dismiss`, `is_modal_in_presentation`.
    public var callback: String
    /// `swipe`, `outside`, `escape`, `request`; `update` where nobody's act led to the question.
    public var trigger: String
    public var verdict: Bool
    public var count: Int

    public init(controller: String, callback: String, trigger: String, verdict: Bool, count: Int) {
      self.controller = controller
      self.callback = callback
      self.trigger = trigger
      self.verdict = verdict
      self.count = count
    }
  }

  /// By file name; empty without `SpecOptions.coverage`, and where ``SpecFileRunner/onCoverage`` was told.
  public var lines: [Lines] = []
  /// In the order in which they were first asked; empty where ``SpecFileRunner/onCoverage`` was told.
  public var policies: [Policy] = []
  /// The names of the snapshots that were looked at.
  public var snapshots: [String] = []
  /// The names of snapshots that nothing looked at; empty unless all tests of the file ran.
  public var obsoleteSnapshots: [String] = []
  /// The names of snapshots that none of the tests that ran looked at, though other tests of the file may.
  public var unseenSnapshots: [String] = []
  /// Whether it ended early, by an interrupt or by `bail`.
  public var isPartial = false

  public init() {}
}
