import MoonsheetSpec
import Testing

@Suite struct ShardTests {
  @Test("I/N counts from 1, and nothing outside of it is a shard")
  func text() {
    #expect(Shard("1/1") == Shard(index: 0, count: 1))
    #expect(Shard("3/7")?.description == "3/7")
    for wrong in ["0/3", "4/3", "1/0", "-1/3", "1", "1/2/3", "a/b", "", "/"] {
      #expect(Shard(wrong) == nil, "\(wrong)")
    }
  }

  struct Environment: Sendable, CustomTestStringConvertible {
    let variables: [String: String]
    /// What is to come of it; nil for an error.
    let shard: String?
    var testDescription: String { variables.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ") }
  }

  @Test(
    "each scheduler's variables name its shard",
    arguments: [
      Environment(variables: ["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "4"], shard: "1/4"),
      Environment(variables: ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "4"], shard: "4/4"),
      Environment(variables: ["CI_NODE_TOTAL": "1"], shard: "none"),
      Environment(variables: ["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "2"], shard: "2/2"),
      Environment(variables: ["BUILDKITE_PARALLEL_JOB": "2", "BUILDKITE_PARALLEL_JOB_COUNT": "3"], shard: "3/3"),
      Environment(variables: slurm("1", "1", "4", "4"), shard: "1/4"),
      Environment(variables: slurm("30", "10", "30", "3"), shard: "3/3"),
      Environment(variables: slurm("0", "0", "0", "1"), shard: "1/1"),
      Environment(variables: slurm("3", "1", "7", "3"), shard: nil),
      Environment(variables: ["SLURM_ARRAY_TASK_ID": "1"], shard: nil),
      Environment(variables: ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"], shard: nil),
      Environment(variables: ["TEST_SHARD_INDEX": "4", "TEST_TOTAL_SHARDS": "4"], shard: nil),
      Environment(variables: [:], shard: "none"),
    ])
  func environment(_ given: Environment) {
    let found = Result { try Shard.found { given.variables[$0] } }
    switch found {
    case .success(let shard): #expect((shard?.description ?? "none") == given.shard)
    case .failure: #expect(given.shard == nil)
    }
  }

  static func slurm(_ id: String, _ least: String, _ greatest: String, _ count: String) -> [String: String] {
    [
      "SLURM_ARRAY_TASK_ID": id, "SLURM_ARRAY_TASK_MIN": least, "SLURM_ARRAY_TASK_MAX": greatest,
      "SLURM_ARRAY_TASK_COUNT": count,
    ]
  }

  static let tests = (0..<50).map { SpecID(file: "f\($0 / 10)", name: "t\($0)") }

  @Test("every rule gives each test to one shard, for 1 to 7 shards", arguments: ShardRule.allCases, 1...7)
  func shares(_ rule: ShardRule, _ count: Int) {
    let shares = rule.shares(of: Self.tests, count: count) { _ in nil }
    #expect(shares.count == Self.tests.count)
    #expect(shares.allSatisfy { (0..<count).contains($0) })
  }

  @Test("by index the shards take turns")
  func byIndex() {
    #expect(ShardRule.index.shares(of: Array(Self.tests.prefix(5)), count: 2) { _ in nil } == [0, 1, 0, 1, 0])
  }

  @Test("by hash a test stays where it is when others are gone")
  func byHash() {
    let all = ShardRule.hash.shares(of: Self.tests, count: 5) { _ in nil }
    let some = ShardRule.hash.shares(of: Array(Self.tests.dropFirst(7)), count: 5) { _ in nil }
    #expect(Array(all.dropFirst(7)) == some)
  }

  @Test("by time the longest test is alone when it takes as long as all others")
  func byTime() {
    let shares = ShardRule.time.shares(of: Array(Self.tests.prefix(4)), count: 2) { $0 == Self.tests[2] ? 300 : 100 }
    #expect(shares == [1, 1, 0, 1])
  }

  @Test("by time an unknown test counts as the median of the known ones")
  func unknownTime() {
    // 100, 100 and 100 against 300: the unknown one is 100 as well.
    let times = [Self.tests[0]: 300, Self.tests[1]: 100, Self.tests[2]: 100]
    let shares = ShardRule.time.shares(of: Array(Self.tests.prefix(4)), count: 2) { times[$0] }
    #expect(shares == [0, 1, 1, 1])
  }

  @Test("FNV-1a gives its published values")
  func hash() {
    #expect(StableHash("").value == 0xcbf2_9ce4_8422_2325)
    #expect(StableHash("a").value == 0xaf63_dc4c_8601_ec8c)
    #expect(StableHash("foobar").value == 0x8594_4171_f739_67e8)
  }

  @Test("the same seed gives the same order, with everything in it, and another seed another one")
  func order() {
    let items = Array(0..<100)
    #expect(SpecOrder.shuffled(items, seed: 7) == SpecOrder.shuffled(items, seed: 7))
    #expect(SpecOrder.shuffled(items, seed: 7).sorted() == items)
    #expect(SpecOrder.shuffled(items, seed: 7) != SpecOrder.shuffled(items, seed: 8))
  }
}
