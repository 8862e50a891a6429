extension Search {
  /// Walks at random, each walk from a start, to a depth or to where nothing can happen. The same seed walks the same
  /// ways. What a walk finds is shrunk.
  public mutating func randomWalks(_ count: Int, depth: Int) -> SearchResult<S.Action> {
    result = SearchResult()
    var starts: [(number: Int, point: S.Point)] = []
    for index in 0..<simulation.startCount {
      if let start = enterStart(index) { starts.append(start) }
    }
    var random = SplitMix(seed: options.seed)
    for _ in 0..<count where !starts.isEmpty {
      let start = starts[random.next(below: starts.count)]
      simulation.restore(start.point)
      var state = start.number
      for _ in 0..<depth {
        if mustStop(depth: depth, frontier: 0) { return finishWalks() }
        let actions = simulation.actions()
        guard !actions.isEmpty else { break }
        guard let step = step(actions[random.next(below: actions.count)], from: state) else { break }
        state = step.number
      }
    }
    result.ending = .bounded(depth: depth)
    return finishWalks()
  }

  private mutating func finishWalks() -> SearchResult<S.Action> {
    var walked = finish()
    walked.violations = walked.violations.map { violation in
      guard let path = violation.path, path.loopsFrom == nil else { return violation }
      return Violation(violation.property, key: violation.key, violation.text, shrink(path, showing: violation))
    }
    return walked
  }

  /// The path with everything left out that a violation does not need: first halves, then smaller pieces, then single
  /// steps, as long as it still shows.
  public mutating func shrink(
    _ path: SearchPath<S.Action>, showing violation: Violation<S.Action>
  ) -> SearchPath<S.Action> {
    var path = path
    var size = max(path.actions.count / 2, 1)
    while !path.actions.isEmpty {
      var position = 0
      var isShorter = false
      while position < path.actions.count {
        var shorter = path
        shorter.actions.removeSubrange(position..<min(position + size, path.actions.count))
        if shows(violation, shorter) {
          path = shorter
          isShorter = true
        } else {
          position += size
        }
      }
      if size == 1, !isShorter { break }
      if !isShorter || size > path.actions.count { size = max(size / 2, 1) }
    }
    return path
  }

  /// Whether a path can be walked and ends in a violation.
  mutating func shows(_ violation: Violation<S.Action>, _ path: SearchPath<S.Action>) -> Bool {
    simulation.start(path.start)
    _ = simulation.alarms()
    var alarms: [Alarm] = []
    for action in path.actions {
      guard simulation.actions().contains(action), simulation.perform(action) else { return false }
      alarms = simulation.alarms()
    }
    if alarms.contains(where: { $0.property == violation.property && $0.key == violation.key }) { return true }
    return properties.contains { property in
      guard case .always = property.kind, property.name == violation.property else { return false }
      return !property.question(&simulation)
    }
  }
}

/// A generator of random numbers that is the same everywhere.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
