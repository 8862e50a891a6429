/// Does a part of another search's work: looks at the states it is told to, and tells what came of each.
///
/// It keeps the states that it found itself until the next order, which says which of them it is to go on from.
struct SearchWorker<S: SharedSimulation> {
  private var search: Search<S>
  private var known: FingerprintTable
  private var orders = WireReader()
  private var wire = WireWriter()
  /// What was found since the last order.
  private var found: [Fingerprint: Held] = [:]
  /// Alarms that were told already; those of one property and key are one.
  private var told: Set<[String]> = []
  /// Whether each is told wherever it comes.
  private let tellsAll: Bool

  struct Held {
    let point: S.Point
    /// The action that led here, and those that were tried before it where it was tried.
    let origin: S.Action?
    let earlier: [S.Action]
  }

  /// - Parameter layer: states of the search that it is to go on from.
  init(_ search: Search<S>, layer: [(number: Int, point: S.Point)] = [], tellsAll: Bool = false) {
    self.search = search
    self.tellsAll = tellsAll
    known = search.result.graph.table
    for state in layer {
      found[search.result.graph.fingerprints[state.number]] = Held(
        point: state.point, origin: search.result.graph.origin(of: state.number)?.action,
        earlier: search.result.graph.triedBefore(state.number))
    }
    self.search.result = SearchResult()
    _ = self.search.simulation.stepNote()
  }

  /// Does what an order says; frames answer it, one for each state, in its order.
  mutating func work(_ order: [UInt8], _ answer: ([UInt8]) -> Void) throws(WireError) {
    orders.go(on: order)
    let isGlance = try orders.bool()
    for _ in 0..<(try orders.count()) { _ = known.insert(try orders.fingerprint()) }
    let before = found
    found = [:]
    var trail = Trail()
    for _ in 0..<(try orders.count()) {
      let fingerprint = try orders.fingerprint()
      let held = try orders.bool() ? before[fingerprint] : try walk(&trail)
      guard let held else { throw WireError() }
      if isGlance { glance(held) } else { expand(held) }
      answer(wire.take())
    }
  }

  // MARK: States of others

  /// The way walked last, with what was kept on it.
  private struct Trail {
    var start = -1
    var actions: [S.Action] = []
    var points: [S.Point] = []
  }

  /// Walks to a state that another has found, from where the last such way parts.
  private mutating func walk(_ trail: inout Trail) throws(WireError) -> Held {
    let start = try orders.int()
    var actions: [S.Action] = []
    for _ in 0..<(try orders.count()) { actions.append(try S.readAction(from: &orders)) }
    var earlier: [S.Action] = []
    for _ in 0..<(try orders.count()) { earlier.append(try S.readAction(from: &orders)) }
    guard start >= 0, start < search.simulation.startCount else { throw WireError() }
    var common = 0
    if trail.start == start {
      common = zip(trail.actions, actions).prefix { $0 == $1 }.count
    } else {
      search.simulation.start(start)
      trail = Trail(start: start, points: [search.simulation.save()])
    }
    trail.actions.removeSubrange(common...)
    trail.points.removeSubrange((common + 1)...)
    search.simulation.restore(trail.points[common])
    for action in actions[common...] {
      guard search.simulation.perform(action) else { throw WireError() }
      trail.actions.append(action)
      trail.points.append(search.simulation.save())
    }
    _ = search.simulation.alarms()
    _ = search.simulation.stepNote()
    return Held(point: trail.points[actions.count], origin: actions.last, earlier: earlier)
  }

  // MARK: Looking

  private mutating func glance(_ held: Held) {
    search.simulation.restore(held.point)
    wire.add(search.simulation.actions().isEmpty)
    S.write(search.simulation.stepNote(), to: &wire)
  }

  private mutating func expand(_ held: Held) {
    search.simulation.restore(held.point)
    let actions = search.simulation.actions()
    let tried = search.options.reduces ? actions.filter { !isLeftOut($0, held) } : actions
    wire.add(actions.count - tried.count)
    S.write(search.simulation.stepNote(), to: &wire)
    wire.add(search.simulation.isStale)
    wire.add(tried.count)
    var performed: [S.Action] = []
    for (position, action) in tried.enumerated() {
      if position > 0 { search.simulation.restore(held.point) }
      S.write(search.simulation.portable(action), to: &wire)
      let isDone = search.simulation.perform(action)
      wire.add(isDone)
      guard isDone else { continue }
      tell(action, performed)
      performed.append(action)
    }
  }

  private mutating func isLeftOut(_ action: S.Action, _ held: Held) -> Bool {
    guard let origin = held.origin, action != origin, held.earlier.contains(action) else { return false }
    return search.simulation.commutes(action, origin)
  }

  private mutating func tell(_ action: S.Action, _ earlier: [S.Action]) {
    let fingerprint = search.simulation.fingerprint()
    wire.add(fingerprint)
    var alarms = search.simulation.alarms()
    if !tellsAll { alarms.removeAll { !told.insert([$0.property, $0.key]).inserted } }
    wire.add(alarms.count)
    for alarm in alarms {
      wire.add(alarm.property)
      wire.add(alarm.key)
      wire.add(alarm.text)
    }
    let isNew = known.insert(fingerprint).isNew
    wire.add(isNew)
    if isNew {
      found[fingerprint] = Held(point: search.simulation.save(), origin: action, earlier: earlier)
      wire.add(search.answers())
      S.write(search.simulation.stateNote(), to: &wire)
    }
    S.write(search.simulation.stepNote(), to: &wire)
    wire.add(search.simulation.isStale)
  }
}
