/// Something that can be put to a point, asked what could happen there, and moved on.
///
/// This is what a search drives. A model whose states are values is a ``Model``, and ``ValueSimulation`` makes it one of
/// these.
public protocol Simulation<Action> {
  /// What is kept of a state that is still to be gone on from.
  associatedtype Point
  associatedtype Action: Hashable

  /// How many states it may begin in.
  var startCount: Int { get }
  /// Goes to one of the states in which it begins.
  mutating func start(_ index: Int)
  /// Keeps where it is.
  mutating func save() -> Point
  mutating func restore(_ point: Point)
  /// What can happen now, in a fixed order.
  mutating func actions() -> [Action]
  /// Lets something happen.
  ///
  /// - Returns: whether it could.
  mutating func perform(_ action: Action) -> Bool
  mutating func fingerprint() -> Fingerprint
  /// What went wrong in the last step, or holds no more; usually nothing. Asked once for each step.
  mutating func alarms() -> [Alarm]
  /// Whether both orders of two actions, each of which can happen now, certainly end in the same state.
  mutating func commutes(_ first: Action, _ second: Action) -> Bool
  /// Whether what was found so far is worth nothing, so that the search ends.
  var isStale: Bool { get }
}

extension Simulation {
  public mutating func alarms() -> [Alarm] { [] }
  public var isStale: Bool { false }
  public mutating func commutes(_ first: Action, _ second: Action) -> Bool { false }
}

/// Something that went wrong in one step. Alarms of one property and key are one.
public struct Alarm: Sendable {
  /// The property that it violates.
  public var property: String
  /// What tells it from others of its property.
  public var key: String
  /// What is wrong, in a sentence.
  public var text: String

  public init(_ property: String, key: String, _ text: String) {
    self.property = property
    self.key = key
    self.text = text
  }
}

/// A model whose states are values.
///
/// ```swift
/// struct Counter: Model {
///   var starts: [Int] { [0] }
///   func actions(in count: Int) -> [Int] { count < 10 ? [1, 2] : [] }
///   func next(_ count: Int, _ step: Int) -> Int? { count + step }
///   func add(_ count: Int, to fingerprint: inout Fingerprint) { fingerprint.add(count) }
/// }
/// let result = Search(ValueSimulation(Counter())).breadthFirst()
/// ```
public protocol Model<State, Action> {
  associatedtype State
  associatedtype Action: Hashable

  var starts: [State] { get }
  /// What can happen in a state, in a fixed order.
  func actions(in state: State) -> [Action]
  /// The state after an action; nil where it cannot happen.
  func next(_ state: State, _ action: Action) -> State?
  func add(_ state: State, to fingerprint: inout Fingerprint)
}

/// Drives a model.
public struct ValueSimulation<M: Model>: Simulation {
  public let model: M
  public private(set) var state: M.State

  /// - Precondition: the model begins somewhere.
  public init(_ model: M) {
    precondition(!model.starts.isEmpty, "a model begins in at least one state")
    self.model = model
    state = model.starts[0]
  }

  public var startCount: Int { model.starts.count }
  public mutating func start(_ index: Int) { state = model.starts[index] }
  public func save() -> M.State { state }
  public mutating func restore(_ point: M.State) { state = point }
  public func actions() -> [M.Action] { model.actions(in: state) }

  public mutating func perform(_ action: M.Action) -> Bool {
    guard let next = model.next(state, action) else { return false }
    state = next
    return true
  }

  public func fingerprint() -> Fingerprint {
    var result = Fingerprint()
    model.add(state, to: &result)
    return result
  }
}
