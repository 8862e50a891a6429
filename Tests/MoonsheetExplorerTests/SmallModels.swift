import MoonsheetExplorer

/// Counts up and down between 0 and a limit.
struct Counter: Model {
  var limit: Int
  var starts: [Int] { [0] }
  func actions(in count: Int) -> [Int] { (count < limit ? [1] : []) + (count > 0 ? [-1] : []) }
  func next(_ count: Int, _ step: Int) -> Int? { count + step }
  func add(_ count: Int, to fingerprint: inout Fingerprint) { fingerprint.add(count) }
}

/// Counts up for ever.
struct Endless: Model {
  var starts: [Int] { [0] }
  func actions(in count: Int) -> [Int] { [1] }
  func next(_ count: Int, _ step: Int) -> Int? { count + step }
  func add(_ count: Int, to fingerprint: inout Fingerprint) { fingerprint.add(count) }
}

/// Tiles that slide in a frame; the tile 0 is the hole, and an action is the cell that it moves to.
struct SlidingPuzzle: Model {
  var width: Int
  var height: Int
  var starts: [[Int]] { [Array(1..<width * height) + [0]] }

  func actions(in cells: [Int]) -> [Int] {
    guard let hole = cells.firstIndex(of: 0) else { return [] }
    return cells.indices.filter { cell in
      let (dx, dy) = (cell % width - hole % width, cell / width - hole / width)
      return abs(dx) + abs(dy) == 1
    }
  }

  func next(_ cells: [Int], _ cell: Int) -> [Int]? {
    guard let hole = cells.firstIndex(of: 0) else { return nil }
    var cells = cells
    cells.swapAt(hole, cell)
    return cells
  }

  func add(_ cells: [Int], to fingerprint: inout Fingerprint) { for cell in cells { fingerprint.add(cell) } }
}

/// Two jugs of three and five litres, and a tap.
struct Jugs: Model {
  enum Pour: CaseIterable { case fillSmall, fillBig, emptySmall, emptyBig, smallToBig, bigToSmall }
  struct Litres: Hashable { var small = 0, big = 0 }
  var starts: [Litres] { [Litres()] }
  func actions(in litres: Litres) -> [Pour] { Pour.allCases }

  func next(_ litres: Litres, _ pour: Pour) -> Litres? {
    let all = litres.small + litres.big
    return switch pour {
    case .fillSmall: Litres(small: 3, big: litres.big)
    case .fillBig: Litres(small: litres.small, big: 5)
    case .emptySmall: Litres(small: 0, big: litres.big)
    case .emptyBig: Litres(small: litres.small, big: 0)
    case .smallToBig: Litres(small: all - min(all, 5), big: min(all, 5))
    case .bigToSmall: Litres(small: min(all, 3), big: all - min(all, 3))
    }
  }

  func add(_ litres: Litres, to fingerprint: inout Fingerprint) {
    fingerprint.add(litres.small)
    fingerprint.add(litres.big)
  }
}

/// Discs on three pegs; an action is the disc that moves, and where to.
struct Hanoi: Model {
  struct Move: Hashable { var disc: Int, peg: Int }
  var discs: Int
  /// For each disc, the smallest first, its peg.
  var starts: [[Int]] { [Array(repeating: 0, count: discs)] }

  func actions(in pegs: [Int]) -> [Move] {
    pegs.indices.flatMap { disc in
      (0..<3).filter { peg in
        peg != pegs[disc] && !pegs[..<disc].contains(pegs[disc]) && !pegs[..<disc].contains(peg)
      }.map { Move(disc: disc, peg: $0) }
    }
  }

  func next(_ pegs: [Int], _ move: Move) -> [Int]? {
    var pegs = pegs
    pegs[move.disc] = move.peg
    return pegs
  }

  func add(_ pegs: [Int], to fingerprint: inout Fingerprint) { for peg in pegs { fingerprint.add(peg) } }
}

/// Independent switches: any two of them commute.
struct Switches: Simulation {
  var count: Int
  var state = 0
  var startCount: Int { 1 }
  mutating func start(_ index: Int) { state = 0 }
  func save() -> Int { state }
  mutating func restore(_ point: Int) { state = point }
  func actions() -> [Int] { Array(0..<count) }
  mutating func perform(_ action: Int) -> Bool {
    state ^= 1 << action
    return true
  }
  func fingerprint() -> Fingerprint {
    var result = Fingerprint()
    result.add(state)
    return result
  }
  func commutes(_ first: Int, _ second: Int) -> Bool { first != second }
}

/// A graph with arrows, drawn from a seed.
struct RandomGraph: Model {
  let arrows: [[Int]]
  var starts: [Int] { [0] }

  init(seed: Int, nodes: Int) {
    var random = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % bound
    }
    arrows = (0..<nodes).map { _ in (0..<next(4)).map { _ in next(nodes) } }
  }

  func actions(in node: Int) -> [Int] { Array(arrows[node].indices) }
  func next(_ node: Int, _ arrow: Int) -> Int? { arrows[node][arrow] }
  func add(_ node: Int, to fingerprint: inout Fingerprint) { fingerprint.add(node) }
}
