import MoonsheetExplorer
import Testing

/// Counts and paths that are known from elsewhere; where from stands beside each.
@Suite struct SearchTests {
  private func breadthFirst<M: Model>(
    _ model: M, _ properties: [Property<ValueSimulation<M>>] = [], depth: Int? = nil
  ) -> SearchResult<M.Action> {
    var options = SearchOptions()
    options.depth = depth
    var search = Search(ValueSimulation(model), properties: properties, options: options)
    return search.breadthFirst()
  }

  @Test func aBoundedCounterHasAStateForEachCountAndTwoStepsBetweenNeighbours() {
    // 11 counts, 10 neighbours, both ways.
    let result = breadthFirst(Counter(limit: 10))
    #expect((result.states, result.transitions, result.depth) == (11, 20, 10))
    #expect(result.ending == .complete)
  }

  @Test func aSlidingPuzzleReachesHalfOfAllArrangements() {
    // 6!/2 arrangements. The hole has two neighbours in the 4 corners and three in the 2 other cells, each cell equally
    // often: 360 · (4·2 + 2·3) / 6 steps. Its farthest arrangement is 21 moves away, which is long known.
    let result = breadthFirst(SlidingPuzzle(width: 3, height: 2))
    #expect((result.states, result.transitions, result.depth) == (360, 840, 21))
  }

  @Test("the puzzle of two jugs is solved")
  func twoJugsAreMeasuredInSixSteps() {
    // Of the 24 pairs those are reached in which a jug is empty or full: 2·6 + 2·4 - 4 corners counted twice.
    let result = breadthFirst(Jugs(), [.always("never four") { $0.state.big != 4 }])
    #expect((result.states, result.transitions) == (16, 96))
    #expect(
      result.violations.first?.path?.actions == [
        .fillBig, .bigToSmall, .emptySmall, .bigToSmall, .fillBig, .bigToSmall,
      ])
  }

  @Test func hanoiReachesEveryPlacingOfItsDiscs() {
    // 3³ placings; three moves in each, two where all discs are on one peg. 2³ - 1 moves to the goal.
    let result = breadthFirst(
      Hanoi(discs: 3), [.always("not all on the last peg") { $0.state != [2, 2, 2] }])
    #expect((result.states, result.transitions) == (27, 24 * 3 + 3 * 2))
    #expect(result.violations.first?.path?.actions.count == 7)
  }

  @Test("the shortest way to a named state")
  func shortest() {
    let result = breadthFirst(Counter(limit: 9), [.always("not four") { $0.state != 4 }])
    #expect(result.violations.first?.path?.actions == [1, 1, 1, 1])
  }

  @Test("paths to one state only")
  func pathsToOneState() throws {
    let result = breadthFirst(SlidingPuzzle(width: 2, height: 2))
    // Half of the 24 arrangements, which the hole goes round in: from any of them the way back is at most six moves.
    #expect(result.states == 12)
    var fingerprint = Fingerprint()
    for cell in [1, 2, 0, 3] { fingerprint.add(cell) }
    let state = try #require(result.graph.number(of: fingerprint))
    #expect(result.graph.path(to: state).actions == [2])
  }

  @Test func aDepthEndsBoundedAndSaysSo() {
    let result = breadthFirst(Endless(), depth: 5)
    #expect(result.ending == .bounded(depth: 5))
    #expect(result.states == 6)
    #expect(breadthFirst(Counter(limit: 5), depth: 5).ending == .bounded(depth: 5))
    #expect(breadthFirst(Counter(limit: 5), depth: 6).ending == .complete)
  }

  @Test func aLimitOnStatesEndsStopped() {
    var search = Search(ValueSimulation(Endless()))
    search.options.states = 1000
    #expect(search.breadthFirst().ending == .stopped(.states(1000)))
  }

  @Test func depthFirstWithADepthReachesWhatBreadthFirstDoes() {
    for seed in 0..<200 {
      let model = RandomGraph(seed: seed, nodes: 12)
      for depth in [nil, 1, 3, 5] {
        var search = Search(ValueSimulation(model))
        search.options.depth = depth
        let (wide, deep) = (search.breadthFirst(), search.depthFirst())
        #expect(
          Set(wide.graph.fingerprints) == Set(deep.graph.fingerprints),
          "seed \(seed), depth \(String(describing: depth))")
        #expect(wide.ending == deep.ending)
      }
    }
  }

  @Test func walksFindAndShrinkWhatTheyFind() {
    var search = Search(ValueSimulation(Counter(limit: 50)), properties: [.always("below 3") { $0.state < 3 }])
    let result = search.randomWalks(20, depth: 200)
    #expect(result.violations.first?.path?.actions == [1, 1, 1])
    #expect(result.ending == .bounded(depth: 200))
  }

  @Test func theSameSeedWalksTheSameWays() {
    func walked(_ seed: UInt64) -> [Fingerprint] {
      var search = Search(ValueSimulation(SlidingPuzzle(width: 3, height: 3)))
      search.options.seed = seed
      return search.randomWalks(3, depth: 30).graph.fingerprints
    }
    #expect(walked(1) == walked(1))
    #expect(walked(1) != walked(2))
  }

  @Test func whatCommutesIsTriedInOneOrderAndReachesAll() {
    for count in 1...8 {
      var search = Search(Switches(count: count))
      let reduced = search.breadthFirst()
      search.options.reduces = false
      let whole = search.breadthFirst()
      #expect(reduced.states == 1 << count)
      #expect(Set(reduced.graph.fingerprints) == Set(whole.graph.fingerprints))
      #expect(whole.transitions == count << count)
      #expect(reduced.transitions + reduced.skipped == whole.transitions)
      #expect(reduced.graph.depths == whole.graph.depths)
      if count > 2 { #expect(reduced.transitions < whole.transitions) }
    }
  }
}

@Suite struct PropertyTests {
  private typealias Counting = Property<ValueSimulation<Counter>>

  private func violations(_ limit: Int, depth: Int? = nil, _ properties: Counting...) -> [Violation<Int>] {
    var search = Search(ValueSimulation(Counter(limit: limit)), properties: properties)
    search.options.depth = depth
    return search.breadthFirst().violations
  }

  @Test func sometimesIsViolatedOnlyWhereAllWasLookedAt() {
    #expect(violations(5, .sometimes("six") { $0.state == 6 }).first?.path == nil)
    #expect(violations(5, .sometimes("six") { $0.state == 6 }).count == 1)
    #expect(violations(5, depth: 3, .sometimes("six") { $0.state == 6 }).isEmpty)
    #expect(violations(5, .sometimes("five") { $0.state == 5 }).isEmpty)
  }

  @Test func nextIsAboutWhatIsOneStepAway() {
    #expect(violations(5, .next("one") { $0.state == 1 }).isEmpty)
    #expect(violations(5, .next("two") { $0.state == 2 }).first?.path?.actions == [1])
  }

  @Test func eventuallyWithinIsViolatedByAPathOfThatLength() {
    // Up, down, up: three steps and never at 2.
    #expect(violations(5, .eventually("two", within: 3) { $0.state == 2 }).first?.path?.actions.count == 3)
    #expect(violations(1, .eventually("one", within: 1) { $0.state == 1 }).isEmpty)
  }

  @Test func waysThatMeetNeedNotBeEquallyLong() {
    // From 0 to 3 over 1, or over 1 and 2; 3 leads to the goal 4. Three steps without the goal are 0, 1, 2, 3.
    struct Meeting: Model {
      var starts: [Int] { [0] }
      func actions(in node: Int) -> [Int] { [[1], [3, 2], [3], [4], []][node] }
      func next(_ node: Int, _ target: Int) -> Int? { target }
      func add(_ node: Int, to fingerprint: inout Fingerprint) { fingerprint.add(node) }
    }
    func path(_ steps: Int) -> [Int]? {
      var search = Search(
        ValueSimulation(Meeting()), properties: [.eventually("four", within: steps) { $0.state == 4 }])
      return search.breadthFirst().violations.first?.path?.actions
    }
    #expect(path(3) == [1, 2, 3])
    #expect(path(4) == nil)
  }

  @Test func eventuallyIsViolatedByGoingRound() throws {
    let path = try #require(violations(5, .eventually("five") { $0.state == 5 }).first?.path)
    #expect(path.loopsFrom != nil)
    #expect(violations(1, .eventually("one") { $0.state == 1 }).isEmpty)
  }

  @Test func untilIsViolatedWhereItEndsBeforeTheGoal() {
    // From 0 the only step is to 1, which is neither.
    #expect(violations(5, .until("zero until two", { $0.state == 0 }, { $0.state == 2 })).first?.path?.actions == [1])
    #expect(violations(1, .until("zero until one", { $0.state == 0 }, { $0.state == 1 })).isEmpty)
  }
}
