/// The states a search found and the steps between them. No state is kept but its fingerprint; each has the state and
/// the action from which it was found first.
public struct SearchGraph<Action: Hashable> {
  public struct Edge: Hashable, Sendable {
    public let from: Int
    public let to: Int
    /// Position in ``SearchGraph/actions``.
    public let action: Int
  }

  var table = FingerprintTable()
  /// The state before each one; of a start its own number, negative and less one.
  var parents: [Int32] = []
  var byActions: [Int32] = []
  public internal(set) var depths: [Int32] = []
  /// What was asked of each state, a bit for each question.
  var answers: [UInt64] = []
  /// Whether all that can happen in it was tried.
  var isExpanded: [Bool] = []
  /// All actions that were met, each once.
  public private(set) var actions: [Action] = []
  private var actionNumbers: [Action: Int32] = [:]
  private var edgeFrom: [Int32] = []
  private var edgeTo: [Int32] = []
  private var edgeAction: [Int32] = []
  /// Of each state the first edge that leaves it; those of a state follow each other.
  private var firstEdges: [Int32] = []

  public init() {}

  public var count: Int { table.count }
  public var fingerprints: [Fingerprint] { table.all }
  public var edgeCount: Int { edgeTo.count }

  public func edge(_ index: Int) -> Edge {
    Edge(from: Int(edgeFrom[index]), to: Int(edgeTo[index]), action: Int(edgeAction[index]))
  }

  public func number(of fingerprint: Fingerprint) -> Int? { table.number(of: fingerprint) }

  /// Whether everything that can happen in a state was tried.
  public func isExpanded(_ state: Int) -> Bool { isExpanded[state] }

  mutating func number(of action: Action) -> Int32 {
    if let known = actionNumbers[action] { return known }
    actions.append(action)
    actionNumbers[action] = Int32(actions.count - 1)
    return Int32(actions.count - 1)
  }

  mutating func addStart(_ fingerprint: Fingerprint, index: Int) -> (number: Int, isNew: Bool) {
    let found = table.insert(fingerprint)
    if found.isNew { append(parent: Int32(-1 - index), action: -1, depth: 0) }
    return found
  }

  mutating func add(_ fingerprint: Fingerprint, from parent: Int, by action: Int32) -> (number: Int, isNew: Bool) {
    let found = table.insert(fingerprint)
    if found.isNew { append(parent: Int32(parent), action: action, depth: depths[parent] + 1) }
    if firstEdges[parent] < 0 { firstEdges[parent] = Int32(edgeTo.count) }
    edgeFrom.append(Int32(parent))
    edgeTo.append(Int32(found.number))
    edgeAction.append(action)
    return found
  }

  private mutating func append(parent: Int32, action: Int32, depth: Int32) {
    parents.append(parent)
    byActions.append(action)
    depths.append(depth)
    answers.append(0)
    isExpanded.append(false)
    firstEdges.append(-1)
  }

  /// Where a state was found from again with fewer steps.
  mutating func improve(_ state: Int, from parent: Int, by action: Int32) -> Bool {
    guard depths[parent] + 1 < depths[state] else { return false }
    parents[state] = Int32(parent)
    byActions[state] = action
    depths[state] = depths[parent] + 1
    return true
  }

  /// Whether an action was tried in a state before another one.
  func wasTried(_ action: Int32, before other: Int32, in state: Int) -> Bool {
    guard firstEdges[state] >= 0 else { return false }
    for edge in Int(firstEdges[state])..<edgeTo.count where edgeFrom[edge] == Int32(state) {
      if edgeAction[edge] == action { return true }
      if edgeAction[edge] == other { return false }
    }
    return false
  }

  /// The actions that were tried where a state was found, before the one that found it.
  func triedBefore(_ state: Int) -> [Action] {
    guard parents[state] >= 0, firstEdges[Int(parents[state])] >= 0 else { return [] }
    let edges = Int(firstEdges[Int(parents[state])])..<edgeTo.count
    return edges.lazy.prefix { edgeFrom[$0] == parents[state] && edgeAction[$0] != byActions[state] }
      .map { actions[Int(edgeAction[$0])] }
  }

  /// How a state was found.
  public func path(to state: Int) -> SearchPath<Action> {
    var reversed: [Action] = []
    var state = state
    while parents[state] >= 0 {
      reversed.append(actions[Int(byActions[state])])
      state = Int(parents[state])
    }
    return SearchPath(start: Int(-1 - parents[state]), actions: reversed.reversed())
  }

  /// The action and the state by which a state was found; nil for a start.
  func origin(of state: Int) -> (parent: Int, action: Action)? {
    guard parents[state] >= 0 else { return nil }
    return (Int(parents[state]), actions[Int(byActions[state])])
  }

  /// Whether a state is the start of a number.
  func isStart(_ state: Int, _ index: Int) -> Bool { parents[state] == Int32(-1 - index) }

  /// For each state the positions of the edges that leave it, in the order in which they were tried.
  public func outgoing() -> [[Int32]] {
    var result = [[Int32]](repeating: [], count: count)
    for index in edgeTo.indices { result[Int(edgeFrom[index])].append(Int32(index)) }
    return result
  }
}

extension SearchGraph: Sendable where Action: Sendable {}
