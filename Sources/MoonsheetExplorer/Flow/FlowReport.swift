import Moonsheet
import PresentationKit

/// What exploring a flow found.
public struct FlowReport: Sendable {
  public var script: String
  /// The line from which it was explored; nil is the script's end.
  public var start: SourceSite?
  /// What the script's `vary` calls each set-up; empty without.
  public var setups: [String] = []
  public var ending = SearchEnding.complete
  public var isAbstract = false
  /// What scripts read of their history, so that no end could be reached, and where first.
  public var history: [String] = []
  public var historySite: SourceSite?
  public var states = 0
  public var transitions = 0
  public var skipped = 0
  public var depth = 0
  /// What was reached: the same in every process.
  public var fingerprints: [Fingerprint] = []
  /// What came of each state, written down for ``FlowExplorer/merge(_:)``.
  public var record: [UInt8]?
  /// What was looked at: the built-in properties that are on, and the script's own.
  public var properties: [String] = []
  public var findings: [FlowFinding] = []
  public var coverage = FlowCoverage()
  public var graph = FlowGraph()
  /// What grew without end, where a limit ended it.
  public var grown: [String] = []
}

/// Something that is wrong, and the shortest way there.
public struct FlowFinding: Sendable {
  /// One step of the way.
  public struct Step: Sendable {
    /// In plain words.
    public let words: String
    /// As Lua.
    public let lua: String
    /// As a saved test writes it.
    public let act: [String]
  }

  public var property: String
  public var key: String
  /// What is wrong, in a sentence.
  public var text: String
  /// The set-up it starts from; empty where there is only one.
  public var setup = ""
  public var setupNumber = 0
  /// nil where it is that something never happens.
  public var steps: [Step]?
  /// The step from which on it goes round for ever.
  public var loopsFrom: Int?
  /// What happens on the way.
  public var trace: [Trace.Entry] = []
  /// Who decided the last act, and why.
  public var explanation: [String] = []
  /// Why the way does not lead there in a fresh host; nil where it does.
  public var parting: String?

  public var isConfirmed: Bool { parting == nil }
}

/// What an exploration came by.
public struct FlowCoverage: Sendable {
  public struct Policy: Sendable {
    public let name: String
    public let allowed: Int
    public let refused: Int
  }

  public var policies: [Policy] = []
  public var reached: [String] = []
  public var neverReached: [String] = []
  /// What was declared and could never happen.
  public var neverPossible: [String] = []
}

/// What can be on screen, and what leads from one to the other: the states with one stack are one.
public struct FlowGraph: Sendable {
  public struct Node: Sendable {
    /// What is presented, lowest first.
    public let stack: [String]
    public var states: Int
    public var isStart: Bool
    /// The findings that are in it.
    public var findings: [Int] = []
  }

  public struct Edge: Hashable, Sendable {
    public let from: Int
    public let to: Int
    public let act: String
  }

  public var nodes: [Node] = []
  public var edges: [Edge] = []

  public init() {}
}
