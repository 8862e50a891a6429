import Moonsheet

extension FlowGraph {
  /// The states by what is on screen, and what leads from one to another.
  init(
    of graph: SearchGraph<ExplorationAct>, _ ledger: FlowLedger, _ stage: FlowStage, _ findings: [FlowFinding],
    _ violations: [Violation<ExplorationAct>]
  ) {
    nodes = ledger.stacks.map { Node(stack: $0, states: 0, isStart: false) }
    for state in 0..<graph.count {
      nodes[Int(ledger.stackOf[state])].states += 1
      if graph.origin(of: state) == nil { nodes[Int(ledger.stackOf[state])].isStart = true }
    }
    var seen: Set<Edge> = []
    for index in 0..<graph.edgeCount {
      let edge = graph.edge(index)
      let (from, to) = (Int(ledger.stackOf[edge.from]), Int(ledger.stackOf[edge.to]))
      guard from != to else { continue }
      let merged = Edge(from: from, to: to, act: Self.name(graph.actions[edge.action], stage))
      if seen.insert(merged).inserted { edges.append(merged) }
    }
    for (number, violation) in violations.enumerated() {
      guard let path = violation.path, let state = Self.end(of: path, graph) else { continue }
      nodes[Int(ledger.stackOf[state])].findings.append(number)
    }
  }

  private static func name(_ act: ExplorationAct, _ stage: FlowStage) -> String {
    if case .event(let position) = act { return stage.plan.events[position].name }
    return FlowWords.short(act)
  }

  /// The state in which a way of the search ends, without going round.
  private static func end(of path: SearchPath<ExplorationAct>, _ graph: SearchGraph<ExplorationAct>) -> Int? {
    let actions = path.loopsFrom.map { Array(path.actions[..<$0]) } ?? path.actions
    let outgoing = graph.outgoing()
    var state = (0..<graph.count).first { graph.isStart($0, path.start) }
    for action in actions {
      guard let current = state else { return nil }
      state = outgoing[current].lazy.map { graph.edge(Int($0)) }.first { graph.actions[$0.action] == action }?.to
    }
    return state
  }
}
