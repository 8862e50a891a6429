import Moonsheet
import PresentationKit

/// The points of a session: a tree, since going back and trying another answer keeps the first one.
struct Timeline {
  struct Branch {
    var name: String
    /// Where it leaves an older branch; the start for the first.
    let fork: Int
    /// Its youngest point.
    var tip: Int
  }

  private(set) var points: [Point]
  private(set) var branches = [Branch(name: "main", fork: 0, tip: 0)]
  private(set) var current = 0
  /// The branch that is being gone along: where another one leaves it at its tip, an input still goes on with it.
  private var lane = 0
  /// Bytes of all snapshots.
  private(set) var bytes = 0
  /// How many bytes of snapshots are kept.
  let capacity: Int
  /// How many of the latest snapshots are kept whatever they weigh.
  let latest: Int
  /// The points that have snapshots, in the order in which they were made or gone to; the start is not among them and keeps its own.
  private var saved: [Int] = []
  /// How the next new branch is called.
  private var nextName: String?
  /// The child that is to be reached by running its input again.
  private var expected: Int?

  init(start snapshot: MoonsheetSnapshot, capacity: Int, latest: Int) {
    points = [Point(parent: nil, number: 0, input: nil, branch: 0, snapshot: snapshot)]
    self.capacity = capacity
    self.latest = latest
  }

  subscript(_ id: Int) -> Point { points[id] }

  var here: Point { points[current] }

  // MARK: Going on

  /// The name of the branch that an input would begin here; nil when it goes on with one.
  func forkName(for input: Input) -> String? {
    if let nextName { return nextName }
    if knownChild(for: input) != nil || branches[lane].tip == current || here.children.isEmpty { return nil }
    return freeName
  }

  private var freeName: String {
    var number = branches.count + 1
    while branch(named: "\(number)") != nil { number += 1 }
    return "\(number)"
  }

  /// The point that the input led to before, if that is the way to go now.
  private func knownChild(for input: Input) -> Int? {
    if let expected, here.children.contains(expected) { return expected }
    let same = here.children.filter { points[$0].input == input && points[$0].outcome.failure != .interrupted }
    let isAtTip = branches[lane].tip == current
    return same.first { points[$0].branch == lane } ?? (isAtTip ? nil : same.first)
  }

  /// Adds what an input led to, and goes there.
  mutating func add(_ input: Input, _ outcome: InputOutcome, _ entries: [Trace.Entry]) {
    // What was interrupted led to another point than before.
    let isOther = outcome.failure == .interrupted && knownChild(for: input) != nil
    let fork = isOther ? freeName : forkName(for: input)
    nextName = nil
    if fork == nil, let same = knownChild(for: input) {
      points[same].entries = entries
      points[same].outcome = outcome
      return go(to: same)
    }
    if let fork { branches.append(Branch(name: fork, fork: current, tip: points.count)) }
    let branch = fork == nil ? here.branch : branches.count - 1
    var point = Point(parent: current, number: here.number + 1, input: input, branch: branch)
    point.outcome = outcome
    point.entries = entries
    points[current].children.append(points.count)
    points[current].forward = points.count
    points.append(point)
    branches[branch].tip = points.count - 1
    current = points.count - 1
    lane = branch
  }

  /// Keeps a snapshot of the current point, and drops others where there are too many.
  ///
  /// - Returns: whether one was dropped.
  mutating func save(_ snapshot: MoonsheetSnapshot) -> Bool {
    guard current != 0 else { return false }
    forget(current)
    points[current].snapshot = snapshot
    saved.append(current)
    bytes += snapshot.weight
    var dropped = false
    while bytes > capacity, let least = leastWanted {
      forget(least)
      dropped = true
    }
    return dropped
  }

  /// The snapshot whose loss costs least: few inputs lead to it from the one before, for how far back it is. What stays is dense
  /// near the present and thin far from it. The latest are kept, and those after inputs that cannot well be run again.
  private var leastWanted: Int? {
    guard saved.count > 1, let newest = saved.last else { return nil }
    func cost(_ index: Int) -> Double {
      let before = index > 0 ? saved[index - 1] : 0
      return Double(saved[index + 1] - before) / Double(max(1, newest - saved[index]))
    }
    return saved.indices.dropLast(max(1, latest)).filter { !points[saved[$0]].outcome.pinsPoint }
      .min { cost($0) < cost($1) }.map { saved[$0] }
  }

  private mutating func forget(_ id: Int) {
    guard id != 0, let snapshot = points[id].snapshot else { return }
    bytes -= snapshot.weight
    points[id].snapshot = nil
    if let index = saved.firstIndex(of: id) { saved.remove(at: index) }
  }

  // MARK: Going elsewhere

  mutating func go(to id: Int) {
    var child = id
    while let parent = points[child].parent {
      points[parent].forward = child
      child = parent
    }
    current = id
    expected = nil
    nextName = nil
    if !path(to: branches[lane].tip).contains(id) { lane = points[id].branch }
  }

  /// From here on goes along the branch of a name.
  mutating func follow(_ name: String) {
    if let index = branches.firstIndex(where: { $0.name == name }) { lane = index }
  }

  /// The child whose input is run next, to get to it; nil for whichever has the input.
  mutating func expect(_ child: Int?) { expected = child }

  /// The point a number of inputs back, the start at most.
  func back(_ count: Int) -> Int {
    var id = current
    for _ in 0..<max(0, count) { id = points[id].parent ?? id }
    return id
  }

  func forward(_ count: Int) -> Int {
    var id = current
    for _ in 0..<max(0, count) { id = points[id].forward ?? id }
    return id
  }

  /// The points from the start to one, that one included.
  func path(to id: Int) -> [Int] {
    var path = [id]
    while let parent = points[path[path.count - 1]].parent { path.append(parent) }
    return path.reversed()
  }

  /// The way through the current point, as far on as it was gone.
  var wholePath: [Int] {
    var path = path(to: current)
    while let next = points[path[path.count - 1]].forward { path.append(next) }
    return path
  }

  /// The nearest point on the way to one that has a snapshot.
  func nearestSaved(to id: Int) -> Int {
    var id = id
    while points[id].snapshot == nil, let parent = points[id].parent { id = parent }
    return id
  }

  // MARK: Names

  mutating func mark(_ name: String) {
    for id in points.indices { points[id].marks.removeAll { $0 == name } }
    points[current].marks.append(name)
  }

  func marked(_ name: String) -> Int? { points.indices.first { points[$0].marks.contains(name) } }

  func branch(named name: String) -> Branch? { branches.first { $0.name == name } }

  /// Whether a branch has a name, or is to have it.
  func isBranch(_ name: String) -> Bool { nextName == name || branch(named: name) != nil }

  /// The next input begins a branch of this name.
  mutating func nameNextBranch(_ name: String) { nextName = name }
}
