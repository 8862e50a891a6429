import Foundation
import Testing

@Suite struct ShardingTests {
  static var folder: SpecFolder {
    get throws {
      try SpecFolder([
        "a_spec.lua": TestCommandTests.mixed, "b_spec.lua": "it('x', function(", "c_spec.lua": TestCommandTests.good,
        "d_spec.lua": (1...9).map { "it('same', function() assert.is_true(\($0) ~= 4) end)\n" }.joined(),
      ])
    }
  }

  @Test("the shards of 1 to 7 machines, merged, are the whole run", arguments: 1...7, ["index", "hash", "time"])
  func union(_ count: Int, _ rule: String) throws {
    let folder = try Self.folder
    _ = try folder.test("-o", "json=whole.json", "--no-durations")
    for shard in 1...count {
      let run = try folder.test(
        "--shard=\(shard)/\(count)", "--shard-by=\(rule)", "-o", "json=\(shard).json", "--no-durations")
      #expect([0, 1].contains(run.status))
      #expect(run.errors == "")
    }
    let files = (1...count).reversed().map { "\($0).json" }
    let merged = try moonsheet(["report", "merge"] + files + ["-o", "json"], in: folder.scratch.url)
    #expect(merged.output == folder.scratch.read("whole.json"))
    #expect(merged.status == 1)
  }

  @Test("merging says which shard is missing, and fails")
  func missing() throws {
    let folder = try SpecFolder(["a_spec.lua": TestCommandTests.good])
    #expect(try folder.test("--shard=1/2", "-o", "json=1.json").status == 0)
    let merged = try moonsheet(["report", "merge", "1.json"], in: folder.scratch.url)
    #expect(merged.status == 1)
    #expect(merged.output.contains("shards are missing: 2/2"))
  }

  @Test("a shard without a test of its own is fine")
  func emptyShard() throws {
    let folder = try SpecFolder(["a_spec.lua": TestCommandTests.good])
    let run = try folder.test("--shard=3/3")
    #expect(run.status == 0)
    #expect(run.lastLine == "0 passed, 0 failed, 0 skipped")
  }

  @Test("Bazel is told that shards are understood, gets its XML, and sees an orderly end")
  func bazel() throws {
    let folder = try SpecFolder(["a_spec.lua": TestCommandTests.good, "b_spec.lua": TestCommandTests.good])
    let path = folder.scratch.url.path
    let run = try folder.test(
      ["--shard=auto"],
      environment: [
        "BAZEL_TEST": "1", "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_INDEX": "1",
        "TEST_SHARD_STATUS_FILE": path + "/status", "XML_OUTPUT_FILE": path + "/test.xml",
        "TESTBRIDGE_TEST_ONLY": "two", "TEST_PREMATURE_EXIT_FILE": path + "/premature", "TEST_TMPDIR": path + "/tmp",
      ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.verdicts.map { $0.prefix(21) } == ["pass  b_spec.lua: two"])
    #expect(folder.scratch.read("status") == "")
    #expect(folder.scratch.read("test.xml")?.contains("tests=\"1\"") == true)
    #expect(folder.scratch.read("premature") == nil)
  }

  @Test("Bazel's fail-fast ends the run at the first failure, and its seed is the run's")
  func bazelFailFast() throws {
    let folder = try SpecFolder(["a_spec.lua": TestCommandTests.bad, "b_spec.lua": TestCommandTests.good])
    let run = try folder.test(
      ["--shard=auto"],
      environment: ["BAZEL_TEST": "1", "TESTBRIDGE_TEST_RUNNER_FAIL_FAST": "1", "TEST_RANDOM_SEED": "77"])
    #expect(run.lastLine == "1 passed, 1 failed, 0 skipped")
    #expect(run.output.contains("\nseed 77\n"))
  }

  @Test("variables that contradict each other are an error, not the whole run")
  func contradiction() throws {
    let folder = try SpecFolder(["a_spec.lua": TestCommandTests.good])
    let run = try folder.test(["--shard=auto"], environment: ["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"])
    #expect(run.status == 2)
    #expect(run.errors == "moonsheet: error: GitLab's CI_NODE_INDEX=5 and CI_NODE_TOTAL=4 name no shard\n")
  }
}
