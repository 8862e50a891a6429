/// Looks in a graph for a path from a start on which a goal does not come: within some steps, or ever.
struct TemporalCheck<Action: Hashable> {
  let graph: SearchGraph<Action>
  /// The bit of the answer that is waited for.
  let goal: Int
  /// The bit of what is to hold until then; nil is anything.
  let hold: Int?
  let within: Int?

  private func has(_ bit: Int, _ state: Int) -> Bool { graph.answers[state] >> UInt64(bit) & 1 == 1 }

  /// A path that violates it, a shortest one where steps are counted.
  ///
  /// - Complexity: O(*states* + *edges*).
  func violation() -> SearchPath<Action>? {
    let starts = graph.depths.indices.filter { graph.parents[$0] < 0 && !has(goal, $0) }
    let outgoing = graph.outgoing()
    var found = [Int32](repeating: -2, count: graph.count)
    var steps = [Int](repeating: 0, count: graph.count)
    var queue = starts
    for start in starts { found[start] = -1 }
    var position = 0
    while position < queue.count {
      let state = queue[position]
      position += 1
      if let hold, !has(hold, state) { return path(to: state, found) }
      if steps[state] == within { return path(to: state, found) }
      if graph.isExpanded[state], outgoing[state].isEmpty { return path(to: state, found) }
      for edge in outgoing[state] {
        let target = graph.edge(Int(edge)).to
        guard !has(goal, target), found[target] == -2 else { continue }
        found[target] = edge
        steps[target] = steps[state] + 1
        queue.append(target)
      }
    }
    guard let within else { return loop(in: queue, outgoing, found) }
    if let round = loop(in: queue, outgoing, found) { return unrolled(round, to: within) }
    return long(in: queue, outgoing, steps: within)
  }

  /// A path that goes round, walked for so many steps.
  private func unrolled(_ path: SearchPath<Action>, to steps: Int) -> SearchPath<Action> {
    var path = path
    let round = path.actions[(path.loopsFrom ?? 0)...]
    while path.actions.count < steps { path.actions += round }
    path.actions.removeSubrange(steps...)
    path.loopsFrom = nil
    return path
  }

  /// The longest way among states that no way leads round in, if it has so many steps: ways that meet need not be
  /// equally long.
  private func long(in states: [Int], _ outgoing: [[Int32]], steps: Int) -> SearchPath<Action>? {
    var before = [Int](repeating: 0, count: graph.count)
    let inside = Set(states)
    for state in states {
      for edge in outgoing[state] { before[graph.edge(Int(edge)).to] += 1 }
    }
    var length = [Int](repeating: 0, count: graph.count)
    var found = [Int32](repeating: -1, count: graph.count)
    var ready = states.filter { before[$0] == 0 }
    while let state = ready.popLast() {
      for edge in outgoing[state] {
        let target = graph.edge(Int(edge)).to
        before[target] -= 1
        guard inside.contains(target) else { continue }
        if length[state] + 1 > length[target] {
          length[target] = length[state] + 1
          found[target] = edge
        }
        if length[target] == steps { return path(to: target, found) }
        if before[target] == 0 { ready.append(target) }
      }
    }
    return nil
  }

  private func path(to state: Int, _ found: [Int32]) -> SearchPath<Action> {
    var reversed: [Action] = []
    var state = state
    while found[state] >= 0 {
      let edge = graph.edge(Int(found[state]))
      reversed.append(graph.actions[edge.action])
      state = edge.from
    }
    return SearchPath(start: Int(-1 - graph.parents[state]), actions: reversed.reversed())
  }

  /// A way that goes round without the goal. The states that were found from starts without it are all that count; one
  /// from which every way leaves them is taken away, until none is, and what stays goes round.
  private func loop(in states: [Int], _ outgoing: [[Int32]], _ found: [Int32]) -> SearchPath<Action>? {
    var inside = [Bool](repeating: false, count: graph.count)
    for state in states { inside[state] = true }
    var ways = [Int](repeating: 0, count: graph.count)
    var incoming = [[Int32]](repeating: [], count: graph.count)
    for state in states {
      for edge in outgoing[state] where inside[graph.edge(Int(edge)).to] {
        ways[state] += 1
        incoming[graph.edge(Int(edge)).to].append(Int32(state))
      }
    }
    var leaves = states.filter { ways[$0] == 0 }
    while let leaf = leaves.popLast() {
      inside[leaf] = false
      for before in incoming[leaf] where inside[Int(before)] {
        ways[Int(before)] -= 1
        if ways[Int(before)] == 0 { leaves.append(Int(before)) }
      }
    }
    guard let entry = states.first(where: { inside[$0] }) else { return nil }
    var seenAt: [Int: Int] = [:]
    var path = path(to: entry, found)
    var state = entry
    while seenAt[state] == nil {
      seenAt[state] = path.actions.count
      guard let edge = outgoing[state].first(where: { inside[graph.edge(Int($0)).to] }) else { return nil }
      path.actions.append(graph.actions[graph.edge(Int(edge)).action])
      state = graph.edge(Int(edge)).to
    }
    path.loopsFrom = seenAt[state]
    return path
  }
}
