/// How tests are dealt to shards. Every rule depends on the plan alone, so that shards agree without talking.
public enum ShardRule: String, Sendable, CaseIterable {
  /// One after the other, in the order of the plan.
  case index
  /// By a hash of the test's name: a test stays in its shard when others come and go.
  case hash
  /// Longest first to the shard with the least to do, by the times of an earlier run; a new test counts as the median.
  case time

  /// For each test the shard that runs it.
  ///
  /// - Parameter microseconds: how long a test took earlier, nil when that is not known.
  /// - Complexity: O(*n* log *n* + *n* · `count`).
  public func shares(of tests: [SpecID], count: Int, microseconds: (SpecID) -> Int?) -> [Int] {
    switch self {
    case .index: tests.indices.map { $0 % count }
    case .hash: tests.map { Int(StableHash($0.description).value % UInt64(count)) }
    case .time: Self.balanced(tests, count, microseconds)
    }
  }

  private static func balanced(_ tests: [SpecID], _ count: Int, _ microseconds: (SpecID) -> Int?) -> [Int] {
    let known = tests.map(microseconds)
    let sorted = known.compactMap { $0 }.sorted()
    let median = sorted.isEmpty ? 1 : max(1, sorted[sorted.count / 2])
    let costs = known.map { max(1, $0 ?? median) }
    var loads = [Int](repeating: 0, count: count)
    var shares = [Int](repeating: 0, count: tests.count)
    for position in tests.indices.sorted(by: { (-costs[$0], tests[$0]) < (-costs[$1], tests[$1]) }) {
      let least = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      shares[position] = least
      loads[least] += costs[position]
    }
    return shares
  }
}
