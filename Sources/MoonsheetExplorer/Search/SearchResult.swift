/// How far a search came.
public enum SearchEnding: Hashable, Sendable {
  /// Every state that can be reached was looked at.
  case complete
  /// Everything within so many steps was, and there is more.
  case bounded(depth: Int)
  /// A limit ended it.
  case stopped(SearchLimit)
}

public enum SearchLimit: Hashable, Sendable {
  case states(Int)
  case steps(Int)
  case interrupted
  /// The simulation found out that it was asked in the wrong way.
  case stale
}

/// How a state is reached: a start, and what happens from there.
public struct SearchPath<Action: Hashable>: Hashable {
  public var start: Int
  public var actions: [Action]
  /// For what never comes: the position in `actions` from which on the path goes round for ever.
  public var loopsFrom: Int?

  public init(start: Int, actions: [Action], loopsFrom: Int? = nil) {
    self.start = start
    self.actions = actions
    self.loopsFrom = loopsFrom
  }
}

extension SearchPath: Sendable where Action: Sendable {}

/// A property that is violated.
public struct Violation<Action: Hashable> {
  public let property: String
  /// What tells it from others of its property; empty where the property is one.
  public let key: String
  /// What is wrong, where the property does not say it.
  public let text: String
  /// nil where it is that something never happens.
  public let path: SearchPath<Action>?

  public init(_ property: String, key: String = "", _ text: String, _ path: SearchPath<Action>?) {
    self.property = property
    self.key = key
    self.text = text
    self.path = path
  }
}

extension Violation: Sendable where Action: Sendable {}

/// What a search found.
public struct SearchResult<Action: Hashable> {
  public init() {}

  public internal(set) var ending = SearchEnding.complete
  public internal(set) var graph = SearchGraph<Action>()
  public internal(set) var violations: [Violation<Action>] = []
  /// Steps that were tried.
  public internal(set) var transitions = 0
  /// Steps that were left out, since the other order of the same two ends in the same state.
  public internal(set) var skipped = 0

  public var states: Int { graph.count }

  /// The most steps from a start.
  public var depth: Int { graph.depths.max().map(Int.init) ?? 0 }

  /// Notes what is violated, once for each property and key.
  mutating func note(
    _ property: String, key: String = "", _ text: String, _ path: (SearchGraph<Action>) -> SearchPath<Action>?
  ) {
    guard !violations.contains(where: { $0.property == property && $0.key == key }) else { return }
    violations.append(Violation(property, key: key, text, path(graph)))
  }
}
