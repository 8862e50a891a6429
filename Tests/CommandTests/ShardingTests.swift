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

  /// What merging the parts of a run gives, and what one machine tells.
  private func merged(_ folder: SpecFolder, _ count: Int, _ arguments: [String]) throws -> (
    parts: ToolRun, whole: ToolRun
  ) {
    let whole = try folder.test(arguments + ["-o", "json", "--no-durations"])
    for shard in 1...count {
      _ = try folder.test(arguments + ["--shard=\(shard)/\(count)", "-o", "json=\(shard).json", "--no-durations"])
    }
    let files = (1...count).map { "\($0).json" }
    return (try moonsheet(["report", "merge"] + files + ["-o", "json"], in: folder.scratch.url), whole)
  }

  private static let hooks = """
    describe('outer', function()
      setup(function() print('up') end)
      teardown(function() error('down broke') end)
      for i = 1, 5 do it('t' .. i, function() end) end
    end)
    describe('other', function()
      setup(function() print('up') end)
      for i = 1, 3 do it('u' .. i, function() end) end
    end)

    """

  @Test(
    "the shards, merged, tell in the order of one machine, hooks included",
    arguments: [
      ["--shuffle", "--seed=5"], ["--shuffle", "--seed=77", "--shard-by=hash"], ["--shard-by=hash"], ["--sort"],
      ["--shard-by=time"], ["--shuffle", "--seed=8", "--repeat=2"], ["--filter=one"],
    ])
  func order(_ arguments: [String]) throws {
    let folder = try SpecFolder([
      "a_spec.lua": (1...9).map { "it('t\(10 - $0)', function() end)\n" }.joined(), "b_spec.lua": Self.hooks,
      "c_spec.lua": TestCommandTests.good,
    ])
    for count in [2, 3] {
      let (parts, whole) = try merged(folder, count, arguments)
      #expect(parts.output == whole.output)
      #expect(parts.status == whole.status)
    }
  }

  @Test("line coverage is judged of the whole run, and of no part")
  func coverage() throws {
    let folder = try SpecFolder([
      "src.lua": "local M = {}\nfunction M.a()\n  return 1\nend\nfunction M.b()\n  return 2\nend\nreturn M\n",
      "a_spec.lua": "local src = require 'src'\nit('a', function() src.a() end)\nit('b', function() src.b() end)\n",
    ])
    for shard in 1...2 {
      let run = try folder.test("--coverage-min=100", "--shard=\(shard)/2", "-o", "json=\(shard).json")
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try moonsheet(["report", "merge", "1.json", "2.json"], in: folder.scratch.url).status == 0)
    try folder.scratch.write("it('a', function() require('src').a() end)\nit('b', function() end)\n", to: "a_spec.lua")
    let (parts, whole) = try merged(folder, 2, ["--coverage-min=100"])
    #expect(whole.status == 1)
    #expect(parts.status == 1)
    #expect(parts.errors == "moonsheet: error: line coverage is below 100% (--coverage-min)\n")
  }

  private static let counted = """
    local m = require 'm'
    m.b()
    describe('one', function()
      m.b()
      setup(function() m.b() end)
      teardown(function() m.b() end)
      lazy_setup(function() m.b() end)
      before_each(function() m.a(2) end)
      for i = 1, 3 do it('t' .. i, function() m.a(i) end) end
      describe('inner', function()
        lazy_setup(function() m.b() end)
        for i = 1, 3 do it('u' .. i, function() m.a(1) end) end
      end)
    end)
    describe('two', function()
      setup(function() m.b() end)
      for i = 1, 2 do it('v' .. i, function() m.a(i) error('fails') end) end
    end)

    """

  @Test(
    "lines that every part runs outside of its tests count once",
    arguments: [[], ["--busted"], ["--shuffle", "--seed=4"], ["--repeat=2"]])
  func coverageCounts(_ arguments: [String]) throws {
    let folder = try SpecFolder([
      "m.lua": """
      local m = {}
      function m.a(n)
        if n == 1 then
          return 1
        end
        return 2
      end
      function m.b()
        return 3
      end
      function m.never()
        return 4
      end
      return m
      """,
      "a_spec.lua": Self.counted, "b_spec.lua": Self.counted,
    ])
    let lcov = try folder.test(arguments + ["--coverage", "-o", "lcov"])
    // A file calls `b` while it loads, in a block, and in five hooks; `a(1)` in the first test of each loop and in the
    // inner ones, `a(2)` or more before the six tests of a block and in three tests.
    let times = arguments == ["--repeat=2"] ? 4 : 2
    for line in ["DA:9,\(7 * times)", "DA:4,\(5 * times)", "DA:6,\(9 * times)", "DA:1,\(times)", "DA:12,0", "LF:13"] {
      #expect(lcov.lines.contains(line), "\(line) \(lcov.output)")
    }
    #expect(try folder.test(arguments + ["--coverage", "-o", "lcov", "-j3"]).output == lcov.output)
    for count in [2, 3, 5] {
      let (parts, whole) = try merged(folder, count, arguments + ["--coverage"])
      #expect(parts.output == whole.output)
    }
  }

  @Test(
    "a module that tests load counts once in its file, and once in each insulated block", arguments: [[], ["--busted"]])
  func coverageOfModules(_ arguments: [String]) throws {
    let load = "it('x', function() m = require 'm' m.f() end)"
    let folder = try SpecFolder([
      "n.lua": "return {}\n", "m.lua": "local m = {}\nrequire 'n'\nfunction m.f()\n  return 1\nend\nreturn m\n",
      "a_spec.lua": "\(load) \(load)\ndescribe('d', function() \(load) end)\n",
      "b_spec.lua": "insulate('a', function() \(load) \(load) end)\ninsulate('b', function() \(load) end)\n",
    ])
    let lcov = try folder.test(arguments + ["--coverage", "-o", "lcov"])
    // The first file loads it once, the second twice; each has three tests.
    #expect(
      lcov.lines.filter { $0.hasPrefix("DA") } == [
        "DA:1,3", "DA:2,3", "DA:3,3", "DA:4,6", "DA:5,3", "DA:6,3", "DA:1,3",
      ])
    for count in [2, 3, 6] {
      let (parts, whole) = try merged(folder, count, arguments + ["--coverage"])
      #expect(parts.output == whole.output)
    }
  }

  @Test(
    "objects have the same names in the shards as on one machine, wherever they were made",
    arguments: [[], ["--shuffle", "--seed=4"], ["--lazy"], ["--sort"], ["--coverage"]])
  func names(_ arguments: [String]) throws {
    let spec = """
      local top = {}
      local function tell(...) print(tostring({}), tostring(function() end), tostring(coroutine.create(print)), ...) end
      for b = 1, 2 do
        describe('block' .. b, function()
          local body, lazy, strict, each = {}
          lazy_setup(function() lazy = {} end)
          setup(function() strict = {} tell('setup') end)
          teardown(function() tell('teardown') end)
          lazy_teardown(function() tell('lazy teardown') end)
          before_each(function() each, made_here = {}, {} end)
          for i = 1, 3 do
            it('t' .. i, function()
              require 'm'
              tell(top, body, lazy, strict, each)
              for k = 1, i * 70 do local x = {} end
              present(cover 'S')
              settle()
              assert.are.equal(scene.top.name, 'S')
              pcall(function() expect(made_here):to_be(each) end)
              error(tostring({}))
            end)
          end
          describe('inner', function()
            local inner
            lazy_setup(function() inner = {} end)
            for i = 1, 3 do it('u' .. i, function() error(inner) end) end
          end)
          pending('waits')
          it('last', function() error(tostring(lazy) .. tostring({})) end)
        end)
      end

      """
    let folder = try SpecFolder(["a_spec.lua": spec, "m.lua": "return { {}, {}, function() end }"])
    for count in [2, 3, 5] {
      let (parts, whole) = try merged(folder, count, arguments)
      #expect(parts.output == whole.output)
      #expect(whole.output.contains("table: #"))
    }
  }

  @Test("a snapshot that no part looks at is obsolete in the merged run", arguments: [[], ["--ci"]])
  func obsolete(_ arguments: [String]) throws {
    let both =
      "it('a', function() expect(1):to_match_snapshot() end)\n"
      + "it('b', function() expect(2):to_match_snapshot() end)\n"
    let folder = try SpecFolder(["a_spec.lua": both + "it('c', function() expect(3):to_match_snapshot() end)\n"])
    #expect(try folder.test().status == 0)
    let fine = try merged(folder, 2, arguments)
    #expect(fine.whole.status == 0)
    #expect(fine.parts.output == fine.whole.output)
    #expect(fine.parts.status == 0)
    try folder.scratch.write(both, to: "a_spec.lua")
    for count in 1...3 {
      let (parts, whole) = try merged(folder, count, arguments)
      #expect(whole.status == (arguments.isEmpty ? 0 : 1))
      #expect(whole.output.contains("c 1"))
      #expect(parts.output == whole.output)
      #expect(parts.status == whole.status)
    }
  }
}
