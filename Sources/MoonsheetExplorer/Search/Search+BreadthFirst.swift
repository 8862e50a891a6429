extension Search {
  /// Looks at all states, the nearest first, so that every path is a shortest one.
  ///
  /// Only the states of the frontier are kept; of all others their fingerprint and the way they were found.
  ///
  /// - Complexity: O(*states* · *actions*) steps of the simulation.
  public mutating func breadthFirst() -> SearchResult<S.Action> {
    result = SearchResult()
    (isPartial, isHeardStale) = (false, false)
    var layer: [(number: Int, point: S.Point)] = []
    for index in 0..<simulation.startCount {
      if let start = enterStart(index) { layer.append(start) }
    }
    var depth = 0
    var isShared = false
    while !layer.isEmpty {
      if let result = handsOver?(&self, layer, depth) { return result }
      if let part = options.part, !isShared, layer.count >= part.count * SearchPart.share {
        isShared = true
        isPartial = true
        layer = layer.enumerated().filter { $0.offset % part.count == part.index }.map(\.element)
      }
      if let limit = options.depth, depth >= limit {
        if hasMore(in: layer) { result.ending = .bounded(depth: limit) }
        return finish()
      }
      var next: [(number: Int, point: S.Point)] = []
      for (done, state) in layer.enumerated() {
        guard expand(state, into: &next, depth: depth, waiting: layer.count - done) else { return finish() }
      }
      layer = next
      depth += 1
    }
    return finish()
  }

  /// Tries everything in one state; false where the search is to end.
  private mutating func expand(
    _ state: (number: Int, point: S.Point), into next: inout [(number: Int, point: S.Point)], depth: Int, waiting: Int
  ) -> Bool {
    simulation.restore(state.point)
    let actions = simulation.actions()
    let left = options.reduces ? leftOut(of: actions, in: state.number) : []
    var isMoved = false
    for (position, action) in actions.enumerated() where !left.contains(position) {
      if mustStop(depth: depth, frontier: waiting + next.count) { return false }
      if isMoved { simulation.restore(state.point) }
      isMoved = true
      guard let step = step(action, from: state.number), step.isNew, let point = step.point else { continue }
      next.append((step.number, point))
    }
    result.skipped += left.count
    result.graph.isExpanded[state.number] = true
    return true
  }

  /// The actions that need not be tried here: with the one that led here they commute, and their other order, in which
  /// they come first, is tried from where this state was found. (Decision 13.)
  private mutating func leftOut(of actions: [S.Action], in state: Int) -> Set<Int> {
    guard let origin = result.graph.origin(of: state) else { return [] }
    let mine = result.graph.number(of: origin.action)
    var left: Set<Int> = []
    for (position, action) in actions.enumerated() where action != origin.action {
      guard simulation.commutes(action, origin.action) else { continue }
      let number = result.graph.number(of: action)
      if result.graph.wasTried(number, before: mine, in: origin.parent) { left.insert(position) }
    }
    return left
  }

  /// Whether anything can happen in a layer that is not gone on from.
  private mutating func hasMore(in layer: [(number: Int, point: S.Point)]) -> Bool {
    var hasMore = false
    for state in layer {
      simulation.restore(state.point)
      if simulation.actions().isEmpty { result.graph.isExpanded[state.number] = true } else { hasMore = true }
    }
    return hasMore
  }
}
