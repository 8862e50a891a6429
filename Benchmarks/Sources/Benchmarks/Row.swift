/// One thing that is measured.
struct Row {
  /// One side of a row: does the work so many times, and returns a sum that both sides must agree on.
  typealias Work = (_ iterations: Int) throws -> Int

  let name: String
  /// Iterations of one round at scale 1.
  let iterations: Int
  /// Plain C, or nil where there is nothing to compare with.
  let c: Work?
  let swift: Work
}

/// What was measured of one side: nanoseconds of one iteration, one entry for each round.
struct Samples {
  private(set) var rounds: [Double] = []

  mutating func add(_ nanoseconds: Double) { rounds.append(nanoseconds) }

  /// - Precondition: There is a round.
  var median: Double {
    let sorted = rounds.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// - Precondition: There is a round.
  var minimum: Double { rounds.min() ?? 0 }
}

/// A row and what was measured of it.
struct Measurement {
  let row: Row
  var c = Samples()
  var swift = Samples()

  /// How many times as long as C; nil where there is no C.
  var ratios: (median: Double, minimum: Double)? {
    row.c == nil ? nil : (swift.median / c.median, swift.minimum / c.minimum)
  }
}
