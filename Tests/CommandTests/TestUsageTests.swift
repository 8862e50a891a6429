import Foundation
import Testing

/// What `moonsheet test` refuses before any test runs.
@Suite struct TestUsageTests {
  private static let missingBracket = "malformed pattern (missing ']')"

  @Test(
    "a pattern that Lua cannot match with is one usage error",
    arguments: [
      ("--filter", "[", missingBracket), ("--filter-out", "(", "unfinished capture"),
      ("--filter", "never[", missingBracket), ("--filter", "[]", missingBracket), ("--filter", "x[^%", missingBracket),
      ("--filter", "%", "malformed pattern (ends with '%')"), ("--pattern", "a.)", "invalid pattern capture"),
      ("--filter-out", "%bx", "malformed pattern (missing arguments to '%b')"),
      ("--filter", "%fx", "missing '[' after '%f' in pattern"), ("--exclude-pattern", "%1", "invalid capture index %1"),
    ])
  func pattern(_ option: String, _ pattern: String, _ problem: String) throws {
    let folder = try SpecFolder(["a_spec.lua": TestCommandTests.good])
    let run = try folder.test(option, pattern)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors == "moonsheet: error: option '\(option)' wants a Lua pattern, not '\(pattern)': \(problem)\n")
  }

  @Test(
    "every pattern that Lua can match with is taken",
    arguments: [
      "one", "one)", "]", "[]]*one", "[^]]", "(o)(n)%2*", "%f[%w]one", "%b()", "()one", "[%]]*one", "one$", "%%",
    ])
  func goodPattern(_ pattern: String) throws {
    let folder = try SpecFolder(["a_spec.lua": TestCommandTests.good])
    #expect(try folder.test("--filter", pattern, "--pass-with-no-tests").status == 0)
  }

  @Test("two outputs cannot go to one file, however it is spelled")
  func oneFile() throws {
    let folder = try SpecFolder(["a_spec.lua": TestCommandTests.good])
    for second in ["same", "./same"] {
      let run = try folder.test("-o", "plain=same", "-o", "json=\(second)")
      #expect(run.status == 2)
      #expect(run.errors == "moonsheet: error: two '--output' cannot go to one file, \(second)\n")
    }
    #expect(folder.scratch.read("same") == nil)
    #expect(try folder.test("-o", "json=1.json", "-o", "tap=/dev/null", "-o", "dots=/dev/null").status == 0)
    let merged = try moonsheet(
      ["report", "merge", "1.json", "-o", "tap=x", "-o", "junit=x"], in: folder.scratch.url)
    #expect(merged.status == 2)
  }

  @Test("a named path that cannot be a spec is told of, and the others run")
  func unreadable() throws {
    let folder = try SpecFolder(["a_spec.lua": TestCommandTests.good])
    #expect(try folder.shell("mkfifo pipe_spec.lua").status == 0)
    for path in ["/dev/null", "pipe_spec.lua", "pipe_spec.lua:1"] {
      let run = try folder.test(path, "a_spec.lua")
      #expect(run.status == 3)
      let name = path.replacingOccurrences(of: ":1", with: "")
      #expect(run.errors == "moonsheet: error: cannot read \(name): it is neither a file nor a folder\n")
      #expect(run.lastLine == "2 passed, 0 failed, 0 skipped")
    }
    // Nothing is unreadable for root.
    guard getuid() != 0 else { return }
    #expect(try folder.shell("cp a_spec.lua b_spec.lua; chmod 000 b_spec.lua").status == 0)
    let run = try folder.test("b_spec.lua")
    #expect(run.status == 3)
    #expect(run.errors == "moonsheet: error: cannot read b_spec.lua: Permission denied\n")
  }

  @Test("options of busted's that mean nothing without --busted are refused")
  func bustedOnly() throws {
    let folder = try SpecFolder(["a_spec.lua": TestCommandTests.good, "options": "return {}"])
    for (arguments, name) in [
      (["-f", "options"], "--config-file"), (["-r", "default"], "--run"), (["--lang", "en"], "--lang"),
    ] {
      let run = try folder.test(arguments)
      #expect(run.status == 2)
      #expect(run.errors == "moonsheet: error: option '\(name)' wants --busted\n")
    }
    #expect(try folder.test("--busted", "-f", "options", "--lang", "en").status == 0)
  }

  @Test(
    "an unknown option is likened to near ones, not to any with as many dashes",
    arguments: [
      (["test", "--bogus"], ""), (["test", "--shufle"], "'--shuffle'"), (["test", "--fuel=5"], "'--limit-fuel'"),
      (["run", "--fuel", "5"], "'--limit-fuel'"), (["repl", "--memory=1"], "'--limit-memory'"),
      (["test", "--coverage-minimum=5"], "'--coverage-min'"), (["test", "--tag", "a"], "'--tags'"),
      (["test", "--update"], "'--update-snapshots'"), (["test", "--junit"], "'--output=junit'"),
      (["explore", "--states", "5"], "'--max-states'"), (["report", "merge", "--out", "x"], "'--output'"),
      (["test", "--time", "5"], "'--limit-virtual-time' or '--limit-time' or '--timeout'"), (["test", "-x"], ""),
      (["stubs", "--hlp"], "'--help'"), (["compare", "--hel"], "'--help'"),
    ])
  func suggestion(_ words: [String], _ near: String) throws {
    let folder = try SpecFolder([:])
    let run = try moonsheet(words, in: folder.scratch.url)
    let option = try #require(words.first { $0.hasPrefix("-") }?.split(separator: "=").first)
    let hint = near.isEmpty ? "" : " (did you mean \(near)?)"
    #expect(run.status == 2)
    #expect(run.errors == "moonsheet: error: unknown option '\(option)'\(hint); see --help\n")
  }

  @Test("what only looks like a spec is told of once, found or named, and the others run")
  func lookalikes() throws {
    let folder = try SpecFolder(["a_spec.lua": TestCommandTests.good, "f_spec.lua/g_spec.lua": TestCommandTests.good])
    #expect(
      try folder.shell("mkfifo b_spec.lua; ln -s nowhere c_spec.lua; ln -s d_spec.lua d_spec.lua; mkdir e_spec.lua")
        .status == 0)
    let problems = [
      "moonsheet: error: cannot read b_spec.lua: it is neither a file nor a folder",
      "moonsheet: error: cannot read c_spec.lua: it is a link to nothing",
      "moonsheet: error: cannot read d_spec.lua: Too many levels of symbolic links",
      "moonsheet: error: cannot read e_spec.lua: it is a folder without a spec",
    ]
    let named = ["a_spec.lua", "b_spec.lua", "c_spec.lua", "d_spec.lua", "e_spec.lua", "f_spec.lua"]
    for arguments in [[], named] {
      let run = try folder.test(arguments + ["--limit-time=5"])
      #expect(run.errors.split(separator: "\n").map(String.init).sorted() == problems)
      #expect(run.status == 3)
      #expect(run.lastLine == "4 passed, 0 failed, 0 skipped")
    }
  }
}
