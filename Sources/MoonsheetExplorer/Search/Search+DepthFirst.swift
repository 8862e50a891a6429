extension Search {
  /// Goes down each way to its end before it tries another; a state that is found again by fewer steps is gone on from
  /// again, so that a depth cuts nothing off that lies within it. Paths are not shortest.
  public mutating func depthFirst() -> SearchResult<S.Action> {
    result = SearchResult()
    var stack: [(number: Int, point: S.Point, depth: Int32)] = []
    for index in 0..<simulation.startCount {
      if let start = enterStart(index) { stack.append((start.number, start.point, 0)) }
    }
    stack.reverse()
    while let state = stack.popLast() {
      // It may have been found again by fewer steps since it was put here, and is then here twice.
      guard result.graph.depths[state.number] == state.depth else { continue }
      simulation.restore(state.point)
      let actions = simulation.actions()
      if let limit = options.depth, Int(state.depth) >= limit {
        if actions.isEmpty { result.graph.isExpanded[state.number] = true }
        continue
      }
      var below: [(number: Int, point: S.Point, depth: Int32)] = []
      for action in actions {
        if mustStop(depth: Int(state.depth), frontier: stack.count + below.count) { return finish() }
        simulation.restore(state.point)
        guard let step = step(action, from: state.number) else { continue }
        if let point = step.point {
          below.append((step.number, point, state.depth + 1))
        } else if options.depth != nil,
          result.graph.improve(step.number, from: state.number, by: result.graph.number(of: action))
        {
          below.append((step.number, simulation.save(), state.depth + 1))
        }
      }
      result.graph.isExpanded[state.number] = true
      stack += below.reversed()
    }
    if let limit = options.depth, result.graph.isExpanded.contains(false) { result.ending = .bounded(depth: limit) }
    return finish()
  }
}
