/// Has a crew look at states, each layer dealt anew to who has its states, and moved where one has too many.
struct CrewSource<S: SharedSimulation>: ExpansionSource {
  /// By what part a worker may have more than its share of a layer before some of it goes to another: that one must walk
  /// there from the start.
  private static var slack: Int { 8 }

  private let crew: any SearchCrew
  private let recorder: ExpansionRecorder?
  private var readers: [WireReader]
  private var writers: [WireWriter]
  /// Who has a state of the next layer.
  private var holders: [Int: Int] = [:]
  /// Who looks at each state of this layer.
  private var workers: [Int: Int] = [:]
  private var worker = 0
  /// How many of the states each worker has been told of, or knows.
  private var toldOf: Int

  init(
    _ crew: any SearchCrew, _ search: Search<S>, _ layer: [(number: Int, point: S.Point)],
    recorder: ExpansionRecorder?, fresh: @escaping () -> S?
  ) throws(CrewError) {
    self.crew = crew
    self.recorder = recorder
    readers = .init(repeating: WireReader(), count: crew.count)
    writers = .init(repeating: WireWriter(), count: crew.count)
    toldOf = crew.isCopied ? search.result.states : 0
    if crew.isCopied {
      for (place, state) in layer.enumerated() { holders[state.number] = place % crew.count }
    }
    // NB: made where it works: a copy of the memory has its own.
    var copy: SearchWorker<S>?
    let tellsAll = recorder != nil
    try crew.begin(copied: { order, answer throws(CrewError) in
      var worker = copy ?? SearchWorker(search, layer: layer, tellsAll: tellsAll)
      copy = nil
      try Self.work(&worker, order, answer)
      copy = worker
    }) { () throws(CrewError) in
      guard let simulation = fresh() else { throw CrewError("the script does not come to the start again") }
      var worker = SearchWorker(Search(simulation, properties: search.properties, options: search.options))
      return { order, answer throws(CrewError) in try Self.work(&worker, order, answer) }
    }
  }

  private static func work(
    _ worker: inout SearchWorker<S>, _ order: [UInt8], _ answer: ([UInt8]) -> Void
  ) throws(CrewError) {
    do throws(WireError) { try worker.work(order, answer) } catch {
      throw CrewError("a worker cannot come to where it was sent")
    }
  }

  mutating func begin(_ layer: [Int], isGlance: Bool, in graph: SearchGraph<S.Action>) throws(CrewError) {
    var lists = deal(layer)
    workers = [:]
    for (worker, list) in lists.enumerated() { for state in list { workers[state] = worker } }
    let news = graph.fingerprints[toldOf...]
    for worker in lists.indices {
      lists[worker].sort()
      writers[worker].add(isGlance)
      writers[worker].add(news.count)
      for fingerprint in news { writers[worker].add(fingerprint) }
      writers[worker].add(lists[worker].count)
      for state in lists[worker] {
        writers[worker].add(graph.fingerprints[state])
        writers[worker].add(holders[state] == worker)
        if holders[state] != worker { Self.addWay(to: state, in: graph, &writers[worker]) }
      }
      try crew.send(writers[worker].take(), to: worker)
    }
    toldOf = graph.count
    holders = [:]
  }

  private static func addWay(to state: Int, in graph: SearchGraph<S.Action>, _ wire: inout WireWriter) {
    let path = graph.path(to: state)
    let earlier = graph.triedBefore(state)
    wire.add(path.start)
    for actions in [path.actions, earlier] {
      wire.add(actions.count)
      for action in actions { S.write(action, to: &wire) }
    }
  }

  /// The states of a layer for each worker: its own, but for what is moved. The states that one worker takes from another
  /// are those found last, which lie near each other.
  private func deal(_ layer: [Int]) -> [[Int]] {
    var lists = [[Int]](repeating: [], count: crew.count)
    guard !holders.isEmpty else {
      for (place, state) in layer.enumerated() { lists[place % crew.count].append(state) }
      return lists
    }
    for state in layer { lists[holders[state] ?? 0].append(state) }
    let share = (layer.count + crew.count - 1) / crew.count
    let most = share + share / Self.slack + 1
    for rich in lists.indices where lists[rich].count > most {
      for poor in lists.indices where lists[poor].count < share {
        let count = min(lists[rich].count - share, share - lists[poor].count)
        guard count > 0 else { continue }
        lists[poor] += lists[rich].suffix(count)
        lists[rich].removeLast(count)
      }
    }
    return lists
  }

  private mutating func frame(of state: Int, in graph: SearchGraph<S.Action>, isGlance: Bool) throws(CrewError) {
    worker = workers[state] ?? 0
    let frame = try crew.frame(of: worker)
    recorder?.add(frame, of: graph.fingerprints[state], isGlance: isGlance)
    readers[worker].go(on: frame)
  }

  mutating func expansion(of state: Int, in graph: SearchGraph<S.Action>) throws(CrewError) -> Expansion<S>? {
    try frame(of: state, in: graph, isGlance: false)
    do throws(WireError) { return try Expansion(from: &readers[worker]) } catch {
      throw CrewError("a worker said what cannot be read")
    }
  }

  mutating func glance(at state: Int, in graph: SearchGraph<S.Action>) throws(CrewError) -> Glance<S>? {
    try frame(of: state, in: graph, isGlance: true)
    do throws(WireError) { return try Glance(from: &readers[worker]) } catch {
      throw CrewError("a worker said what cannot be read")
    }
  }

  func note(of fingerprint: Fingerprint) -> (answers: UInt64, note: S.StateNote)? { nil }
  mutating func found(_ state: Int) { holders[state] = worker }
  mutating func end() { crew.end() }
}
