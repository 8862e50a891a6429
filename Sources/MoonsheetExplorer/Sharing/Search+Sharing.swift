/// What hears of the states and steps that other searches saw, in the order in which one search would have seen them.
package struct SearchListener<S: SharedSimulation> {
  package var state: (S.StateNote, _ number: Int) -> Void
  package var step: (S.StepNote, _ from: Int, _ to: Int, _ action: S.Action) -> Void
  /// What happened when a state was only asked what can happen.
  package var glance: (S.StepNote) -> Void

  package init(
    state: @escaping (S.StateNote, _ number: Int) -> Void,
    step: @escaping (S.StepNote, _ from: Int, _ to: Int, _ action: S.Action) -> Void,
    glance: @escaping (S.StepNote) -> Void
  ) {
    self.state = state
    self.step = step
    self.glance = glance
  }
}

/// Who tells what comes of states.
protocol ExpansionSource<S> {
  associatedtype S: SharedSimulation

  /// Says which states will be asked for next, in their order.
  ///
  /// - Parameter isGlance: whether it is only asked if anything can happen there.
  mutating func begin(_ layer: [Int], isGlance: Bool, in graph: SearchGraph<S.Action>) throws(CrewError)
  /// nil where nobody has looked at it.
  mutating func expansion(of state: Int, in graph: SearchGraph<S.Action>) throws(CrewError) -> Expansion<S>?
  mutating func glance(at state: Int, in graph: SearchGraph<S.Action>) throws(CrewError) -> Glance<S>?
  /// What was told of a new state that the last expansion led to.
  func note(of fingerprint: Fingerprint) -> (answers: UInt64, note: S.StateNote)?
  /// The last expansion led to this new state.
  mutating func found(_ state: Int)
  mutating func end()
}

extension Search where S: SharedSimulation {
  /// Has states looked at by others, from where there are enough of them, and puts together what they tell: the same as
  /// one search finds, in the same order (decision 15).
  package mutating func share(with crew: any SearchCrew, _ listener: SearchListener<S>, fresh: @escaping () -> S?) {
    share(with: crew, listener, recorder: nil, fresh: fresh)
  }

  /// Writes down all that comes of each state.
  mutating func record(to recorder: ExpansionRecorder, _ listener: SearchListener<S>) {
    share(with: LocalCrew(count: 1, isCopied: true, share: 1), listener, recorder: recorder) { nil }
  }

  private mutating func share(
    with crew: any SearchCrew, _ listener: SearchListener<S>, recorder: ExpansionRecorder?,
    fresh: @escaping () -> S?
  ) {
    handsOver = { search, layer, depth in
      guard layer.count >= crew.count * crew.share else { return nil }
      search.handsOver = nil
      do throws(CrewError) {
        let source = try CrewSource(crew, search, layer, recorder: recorder, fresh: fresh)
        return try search.goOn(from: layer.map(\.number), depth: depth, told: source, listener)
      } catch {
        search.failure = error
        return search.result
      }
    }
  }

  /// Goes through what was written down, as if it was looked at now.
  ///
  /// - Returns: the result; states of which nothing was written are not expanded.
  mutating func readUp(_ records: ExpansionRecords<S>, _ listener: SearchListener<S>) -> SearchResult<S.Action> {
    handsOver = { search, layer, depth in
      search.handsOver = nil
      do throws(CrewError) {
        return try search.goOn(from: layer.map(\.number), depth: depth, told: records, listener)
      } catch {
        search.failure = error
        return search.result
      }
    }
    return breadthFirst()
  }

  /// The loop of ``breadthFirst()``, by what others tell.
  private mutating func goOn(
    from layer: [Int], depth: Int, told source: some ExpansionSource<S>, _ listener: SearchListener<S>
  ) throws(CrewError) -> SearchResult<S.Action> {
    var (layer, depth, source) = (layer, depth, source)
    defer { source.end() }
    while !layer.isEmpty {
      if let part = options.part, !isPartial, layer.count >= part.count * SearchPart.share {
        isPartial = true
        layer = layer.enumerated().filter { $0.offset % part.count == part.index }.map(\.element)
      }
      let isGlance = options.depth.map { depth >= $0 } ?? false
      try source.begin(layer, isGlance: isGlance, in: result.graph)
      if isGlance {
        if try hasMore(in: layer, &source, listener) { result.ending = .bounded(depth: depth) }
        return finish()
      }
      var next: [Int] = []
      for (done, state) in layer.enumerated() {
        guard let expansion = try source.expansion(of: state, in: result.graph) else {
          isPartial = true
          continue
        }
        let waiting = layer.count - done
        guard try take(expansion, of: state, &source, listener, into: &next, depth: depth, waiting: waiting) else {
          return finish()
        }
      }
      layer = next
      depth += 1
    }
    return finish()
  }

  private mutating func hasMore(
    in layer: [Int], _ source: inout some ExpansionSource<S>, _ listener: SearchListener<S>
  ) throws(CrewError) -> Bool {
    var hasMore = false
    for state in layer {
      last = (state, nil)
      guard let glance = try source.glance(at: state, in: result.graph) else {
        isPartial = true
        continue
      }
      listener.glance(glance.note)
      if glance.isEmpty { result.graph.isExpanded[state] = true } else { hasMore = true }
    }
    return hasMore
  }

  /// Takes in what came of a state; false where the search is to end.
  private mutating func take(
    _ expansion: Expansion<S>, of state: Int, _ source: inout some ExpansionSource<S>, _ listener: SearchListener<S>,
    into next: inout [Int], depth: Int, waiting: Int
  ) throws(CrewError) -> Bool {
    last = (state, nil)
    listener.glance(expansion.head)
    if expansion.isStale { isHeardStale = true }
    for step in expansion.steps {
      if mustStop(depth: depth, frontier: waiting + next.count) { return false }
      last = (state, step.action)
      guard let outcome = step.outcome else { continue }
      result.transitions += 1
      let action = result.graph.number(of: step.action)
      let found = result.graph.add(outcome.fingerprint, from: state, by: action)
      for alarm in outcome.alarms { note(alarm, from: state, by: step.action) }
      listener.step(outcome.note, state, found.number, step.action)
      if outcome.isStale { isHeardStale = true }
      guard found.isNew else { continue }
      guard let new = outcome.new ?? source.note(of: outcome.fingerprint) else {
        throw CrewError("nothing is known of a state that was found")
      }
      listener.state(new.note, found.number)
      judge(found.number, new.answers)
      source.found(found.number)
      next.append(found.number)
    }
    result.skipped += expansion.skipped
    result.graph.isExpanded[state] = true
    return true
  }
}
