import Moonsheet

/// What can be seen only of the whole graph: places that cannot be left, and what comes back for ever.
struct FlowGraphCheck {
  let graph: SearchGraph<ExplorationAct>
  let ledger: FlowLedger

  /// States from which no way leads to fewer presentations, the nearest for each that is on top there.
  ///
  /// What was not gone on from may lead anywhere.
  ///
  /// - Complexity: O(*states* + *edges*).
  func traps() -> [Violation<ExplorationAct>] {
    let least = leastStacks()
    var found: Set<String> = []
    var result: [Violation<ExplorationAct>] = []
    for state in 0..<graph.count {
      let stack = ledger.stack(of: state)
      guard let top = stack.last, least[state] >= stack.count, found.insert(top).inserted else { continue }
      result.append(
        Violation(
          BuiltInProperty.trap.rawValue, key: top,
          "\(top) cannot be left: nothing that can happen leads to less on screen",
          graph.path(to: state)))
    }
    return result
  }

  /// For each state the smallest stack that some way leads to.
  private func leastStacks() -> [Int] {
    var incoming = [[Int32]](repeating: [], count: graph.count)
    for index in 0..<graph.edgeCount {
      let edge = graph.edge(index)
      incoming[edge.to].append(Int32(edge.from))
    }
    var least = [Int](repeating: .max, count: graph.count)
    let sizes = (0..<graph.count).map { graph.isExpanded($0) ? ledger.stack(of: $0).count : 0 }
    for size in Set(sizes).sorted() {
      var open = sizes.indices.filter { sizes[$0] == size && least[$0] > size }
      for state in open { least[state] = size }
      while let state = open.popLast() {
        for before in incoming[state] where least[Int(before)] > size {
          least[Int(before)] = size
          open.append(Int(before))
        }
      }
    }
    return least
  }

  /// Rounds in which time passes, nobody does anything, and something is presented.
  ///
  /// - Complexity: O(*states*).
  func rounds() -> [Violation<ExplorationAct>] {
    var result: [Violation<ExplorationAct>] = []
    var visited = [Int32](repeating: 0, count: graph.count)
    for start in 0..<graph.count where visited[start] == 0 {
      var state = start
      while state >= 0, visited[state] == 0 {
        visited[state] = Int32(start + 1)
        state = Int(ledger.waits[state])
      }
      guard state >= 0, visited[state] == Int32(start + 1), let violation = round(through: state) else { continue }
      result.append(violation)
    }
    return result
  }

  private func round(through state: Int) -> Violation<ExplorationAct>? {
    var round = [state]
    while let last = round.last, Int(ledger.waits[last]) != state { round.append(Int(ledger.waits[last])) }
    guard round.contains(where: { ledger.presentsWhileWaiting[$0] }), let entry = round.min() else { return nil }
    let names = Set(round.flatMap { ledger.stack(of: $0) }).sorted()
    var path = graph.path(to: entry)
    path.loopsFrom = path.actions.count
    path.actions += round.map { _ in .wait }
    return Violation(
      BuiltInProperty.reopening.rawValue, key: names.joined(separator: " "),
      "\(names.joined(separator: ", ")) comes back for ever, and nobody does anything", path)
  }
}
