/// Looks at the states of a simulation, and asks properties of them.
public struct Search<S: Simulation> {
  public var simulation: S
  public var properties: [Property<S>]
  public var options: SearchOptions
  /// Called now and then with how far it is; answering false ends the search as interrupted.
  public var onProgress: ((SearchProgress) -> Bool)?
  /// Called once for each new state, at it, with its number.
  public var onState: ((inout S, Int) -> Void)?
  /// Called for each step that was tried, at its end: from, to, whether that was new.
  public var onStep: ((inout S, _ from: Int, _ to: Int, _ action: S.Action) -> Void)?

  public internal(set) var result = SearchResult<S.Action>()
  /// Goes on from a layer in another way; nil leaves it to this search.
  var handsOver: ((inout Search, _ layer: [(number: Int, point: S.Point)], _ depth: Int) -> SearchResult<S.Action>?)?
  /// Whether states were left to others who tell nothing of them.
  var isPartial = false
  /// Whether another search that works for this one is stale.
  var isHeardStale = false
  /// Why others could not go on with it.
  public internal(set) var failure: CrewError?
  /// The state that others looked at last, and the action that was tried last in it.
  public internal(set) var last: (state: Int, action: S.Action?)?
  /// The bits of the answers to the questions of each property.
  private var firstBits: [Int] = []

  public init(_ simulation: S, properties: [Property<S>] = [], options: SearchOptions = .init()) {
    self.simulation = simulation
    self.properties = properties
    self.options = options
    var bit = 0
    for property in properties {
      firstBits.append(bit)
      bit += property.goal == nil ? 1 : 2
    }
    precondition(bit <= 64, "a search asks at most 64 questions")
  }

  // MARK: States

  /// Enters the state of the moment as a start.
  ///
  /// - Returns: its number if it is new, and what was kept of it.
  mutating func enterStart(_ index: Int) -> (number: Int, point: S.Point)? {
    simulation.start(index)
    let found = result.graph.addStart(simulation.fingerprint(), index: index)
    guard found.isNew else { return nil }
    let point = simulation.save()
    look(at: found.number)
    for alarm in simulation.alarms() { note(alarm, at: found.number) }
    return (found.number, point)
  }

  /// Performs an action in the state of the moment.
  ///
  /// - Returns: the state it ends in and what was kept of that, where it is new or `keeps` says so.
  mutating func step(_ action: S.Action, from state: Int) -> (number: Int, point: S.Point?, isNew: Bool)? {
    guard simulation.perform(action) else { return nil }
    result.transitions += 1
    let number = result.graph.number(of: action)
    let found = result.graph.add(simulation.fingerprint(), from: state, by: number)
    for alarm in simulation.alarms() { note(alarm, from: state, by: action) }
    onStep?(&simulation, state, found.number, action)
    guard found.isNew else { return (found.number, nil, false) }
    let point = simulation.save()
    look(at: found.number)
    return (found.number, point, true)
  }

  /// Asks all questions of the state of the moment.
  private mutating func look(at state: Int) {
    onState?(&simulation, state)
    if !properties.isEmpty { judge(state, answers()) }
  }

  /// The answers to all questions in the state of the moment, a bit for each.
  mutating func answers() -> UInt64 {
    var answers: UInt64 = 0
    for (index, property) in properties.enumerated() {
      if property.question(&simulation) { answers |= 1 << UInt64(firstBits[index]) }
      if let goal = property.goal, goal(&simulation) { answers |= 1 << UInt64(firstBits[index] + 1) }
    }
    return answers
  }

  /// Keeps the answers in a new state, and notes what ought to hold in each.
  mutating func judge(_ state: Int, _ answers: UInt64) {
    result.graph.answers[state] = answers
    for (index, property) in properties.enumerated()
    where property.isAlways && answers >> UInt64(firstBits[index]) & 1 == 0 {
      result.note(property.name, "") { $0.path(to: state) }
    }
  }

  private mutating func note(_ alarm: Alarm, at state: Int) {
    result.note(alarm.property, key: alarm.key, alarm.text) { $0.path(to: state) }
  }

  mutating func note(_ alarm: Alarm, from state: Int, by action: S.Action) {
    result.note(alarm.property, key: alarm.key, alarm.text) { graph in
      var path = graph.path(to: state)
      path.actions.append(action)
      return path
    }
  }

  // MARK: Ends

  /// Whether a limit is reached, or somebody wants an end.
  mutating func mustStop(depth: Int, frontier: Int) -> Bool {
    if result.states >= options.states {
      result.ending = .stopped(.states(options.states))
      return true
    }
    if simulation.isStale || isHeardStale {
      result.ending = .stopped(.stale)
      return true
    }
    guard result.transitions & 1023 == 0, let onProgress else { return false }
    let progress = SearchProgress(
      states: result.states, transitions: result.transitions, depth: depth, frontier: frontier,
      violations: result.violations.count)
    if onProgress(progress) { return false }
    result.ending = .stopped(.interrupted)
    return true
  }

  /// Judges what can be judged only of the whole.
  mutating func finish() -> SearchResult<S.Action> {
    for (index, property) in properties.enumerated() {
      let bits = (question: firstBits[index], goal: firstBits[index] + 1)
      switch property.kind {
      case .always: break
      case .sometimes:
        let wasSeen = result.graph.answers.contains { $0 >> UInt64(bits.question) & 1 == 1 }
        if !wasSeen, result.ending == .complete, !isPartial { result.note(property.name, "never") { _ in nil } }
      case .next:
        let bad = result.graph.depths.indices.first { state in
          result.graph.depths[state] == 1 && result.graph.answers[state] >> UInt64(bits.question) & 1 == 0
        }
        if let bad { result.note(property.name, "") { $0.path(to: bad) } }
      case .eventually(let within):
        let temporal = TemporalCheck(graph: result.graph, goal: bits.question, hold: nil, within: within)
        if let path = temporal.violation() { result.note(property.name, "") { _ in path } }
      case .until:
        let temporal = TemporalCheck(graph: result.graph, goal: bits.goal, hold: bits.question, within: nil)
        if let path = temporal.violation() { result.note(property.name, "") { _ in path } }
      }
    }
    return result
  }
}

public struct SearchOptions: Sendable {
  /// Steps from a start; nil is without end.
  public var depth: Int?
  /// States that may be found before the search stops.
  public var states = 10_000_000
  /// Whether of two actions that commute one order is left out.
  public var reduces = true
  public var seed: UInt64 = 0
  /// Which part of several this search is; breadth-first only.
  public var part: SearchPart?

  public init() {}
}

/// One of several parts of a search, which know nothing of each other: all go the same first steps, until there is enough
/// to share, and each goes on from its share. Together they find what the whole finds.
public struct SearchPart: Hashable, Sendable {
  /// Which one, from 0.
  public let index: Int
  public let count: Int

  /// Nil unless `0 <= index < count`.
  public init?(index: Int, count: Int) {
    guard index >= 0, index < count else { return nil }
    self.index = index
    self.count = count
  }

  /// How many states there are for each part when they are shared.
  static let share = 8
}

/// How far a search is.
public struct SearchProgress: Sendable {
  public let states: Int
  public let transitions: Int
  public let depth: Int
  /// States that wait to be gone on from.
  public let frontier: Int
  public let violations: Int
}
