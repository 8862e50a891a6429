import MoonsheetSpec

/// What a run of specs is, told to every recorder before anything else.
public struct SpecRunHeader: Sendable, Equatable {
  /// What shuffling, `math.random` and the deal of the tests rest on.
  public var seed: UInt64
  public var isShuffled = false
  /// Whether the sandbox was lifted with `--busted`.
  public var isBusted = false
  public var profile: String
  /// The part of the whole run that this is; nil when it is all of it.
  public var shard: Shard?
  /// How often everything is run.
  public var rounds = 1
  /// The line coverage in percent below which the whole run fails; nil for any.
  public var coverageMinimum: Int?
  /// False when every time is to be told as 0, so that two runs give the same bytes.
  public var tellsDurations = true

  public init(seed: UInt64, profile: String) {
    self.seed = seed
    self.profile = profile
  }
}

/// Where an event stands in the whole run, of which a shard sees a part; what merging sorts by.
public struct SpecPlace: Sendable, Hashable, Comparable {
  /// Which repetition of the run, from 0.
  public var round: Int
  /// The file's position in the order of the whole run, from 0.
  public var file: Int
  /// The position of the test in its file, from 0; for what belongs to no test, that of the test that comes next.
  public var test: Int

  public init(round: Int = 0, file: Int, test: Int = 0) {
    self.round = round
    self.file = file
    self.test = test
  }

  public static func < (a: SpecPlace, b: SpecPlace) -> Bool {
    (a.round, a.file, a.test) < (b.round, b.file, b.test)
  }
}

/// How a run ended, told to every recorder after everything else.
public struct SpecRunEnding: Sendable, Equatable {
  public var tally: SpecTally
  /// The tool's exit status.
  public var status: Int32
  /// Why the run ended before its end, such as `stopped after 3 failures`; nil when it did not.
  public var cut: String?
  public var coverage: SpecCoverage?
  /// Remarks about the run as a whole that are no failure, such as snapshots that no test looked at.
  public var notes: [String]
  /// For a part of a run, the snapshots that it did not look at; judged when the parts are put together.
  public var unseen: [UnseenSnapshots] = []

  public init(
    tally: SpecTally, status: Int32, cut: String? = nil, coverage: SpecCoverage? = nil, notes: [String] = []
  ) {
    self.tally = tally
    self.status = status
    self.cut = cut
    self.coverage = coverage
    self.notes = notes
  }
}
