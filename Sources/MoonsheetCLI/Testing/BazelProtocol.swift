import Glibc

/// What Bazel tells a test, and wants to be told, through its variables.
struct BazelProtocol {
  /// Where JUnit's XML goes.
  let xmlPath: String?
  /// What `--test_filter` names, as a plain text that a test's name holds.
  let filter: String?
  let seed: UInt64?
  let failsFast: Bool
  private let shardStatus: String?
  private let prematureExit: String?

  /// Nil when the run is no test of Bazel's.
  init?(_ variable: (String) -> String?) {
    guard variable("BAZEL_TEST") == "1" || variable("TEST_TOTAL_SHARDS") != nil || variable("XML_OUTPUT_FILE") != nil
    else { return nil }
    func named(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    xmlPath = named("XML_OUTPUT_FILE")
    filter = named("TESTBRIDGE_TEST_ONLY").map(Self.pattern)
    seed = named("TEST_RANDOM_SEED").flatMap { UInt64($0) }
    failsFast = named("TESTBRIDGE_TEST_RUNNER_FAIL_FAST") == "1"
    shardStatus = named("TEST_SHARD_STATUS_FILE")
    prematureExit = named("TEST_PREMATURE_EXIT_FILE")
  }

  /// Says that shards are understood, and that the run has begun.
  func begin() throws(ToolError) {
    if let shardStatus { try Files.write([], to: shardStatus) }
    if let prematureExit { try Files.write(Array("1\n".utf8), to: prematureExit) }
  }

  /// Says that the run came to its end, whatever the end was.
  func end() {
    if let prematureExit { unlink(prematureExit) }
  }

  /// A Lua pattern that matches the text itself.
  private static func pattern(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "^$()%.[]*+-?".contains(character) { result.append("%") }
      result.append(character)
    }
  }
}
