import MoonsheetSpec
import PresentationKit
import Testing

@Suite struct VerdictTests {
  @Test("a failed expectation fails a test, anything else that raises is an error, and pending is neither")
  func kinds() {
    let story = runSpec(
      """
      it("passes", function() assert.is_true(true) end)
      it("fails", function() assert.equal(1, 2) end)
      it("errs", function() error("boom") end)
      it("waits", function() pending("later") end)
      pending("is left")
      """)
    #expect(
      story.verdicts == ["passes: passed", "fails: failed", "errs: errored", "waits: pending", "is left: pending"])
    #expect(story.messages("errs") == ["boom"])
    #expect(story.result("errs")?.issues.first?.site == SourceSite(file: "a_spec.lua", line: 3))
    #expect(story.messages("waits") == ["later"])
  }

  @Test("what is undefined or not to be assigned is told at the script's line, in a callback, too")
  func undefined() {
    let story = runSpec(
      """
      it("reads", function() local _ = qqqqqqqq end)
      it("reads later", function()
        after(10, function()
          x = x + 1 end)
        settle()
      end)
      it("assigns later", function()
        after(10, function()
          local y = 1
          sheet = y end)
        settle()
      end)
      it("raises", function() after(10, function() error("own") end) settle() end)
      """)
    let found = story.results.map {
      "\($0.issues.first?.site?.description ?? "nowhere") \($0.issues.first?.message ?? "")"
    }
    #expect(
      found == [
        "a_spec.lua:1 undefined global 'qqqqqqqq'", "a_spec.lua:4 in after: undefined global 'x'",
        "a_spec.lua:10 in after: 'sheet' belongs to moonsheet and cannot be assigned; use a local of another name",
        "a_spec.lua:13 in after: own",
      ])
    #expect(!story.results.flatMap(\.issues).flatMap(\.traceback).contains { $0.contains("[moonsheet]") })
  }

  @Test("events come in order, between the file's start and its end")
  func order() {
    let story = runSpec("print('loading') it('a', function() print('in', 1) end)")
    let id = SpecID(file: "a_spec.lua", name: "a")
    #expect(story.events.first == .fileStarted("a_spec.lua"))
    #expect(story.events.dropFirst().first == .filePrinted("a_spec.lua", ["loading"]))
    #expect(story.events.dropFirst(2).first == .testStarted(id, line: 1))
    #expect(story.results.first?.printed == ["in\t1"])
    #expect(story.events.last == .fileEnded("a_spec.lua"))
  }

  @Test("a text that is no Lua is one error with its line, and nothing runs")
  func syntax() {
    let story = runSpec("it('a', function()\nend end)")
    #expect(story.verdicts == [])
    #expect(story.fileIssues.count == 1)
    #expect(story.fileIssues.first?.site == SourceSite(file: "a_spec.lua", line: 2))
  }

  @Test("a file that cannot be read is one error")
  func missing() {
    let story = runSpec(in: MemoryFiles([:]), SpecOptions())
    #expect(story.fileIssues.map(\.message) == ["cannot read a_spec.lua"])
  }

  @Test("a missing helper is one error, and no test runs without it")
  func helper() {
    let story = runSpec("it('a', function() end)") { $0.helper = "nowhere.lua" }
    #expect(story.verdicts == [])
    #expect(story.fileIssues.count == 1)
    #expect(story.fileIssues.first?.message.contains("cannot read the helper 'nowhere.lua'") == true)
  }

  @Test("a helper runs before the file, and -e before the helper")
  func helperRuns() {
    let story = runSpec(
      "it('a', function() assert.equal('statement helper one', _G.said) end)",
      files: ["helper.lua": "_G.said = _G.said .. ' helper ' .. ..."]
    ) {
      $0.statements = ["_G.said = 'statement'"]
      $0.helper = "helper.lua"
      $0.helperArguments = ["one"]
    }
    #expect(story.verdicts == ["a: passed"])
  }

  @Test("modules are found along the path, once, and anew in an insulated block")
  func modules() {
    let story = runSpec(
      """
      _G.loads = 0
      it("a", function() assert.equal(1, require("m.one").n) assert.equal(1, require("m.one").n) end)
      insulate("i", function() it("b", function() assert.equal(1, require("m.one").n) assert.equal(2, require("two")) end) end)
      it("c", function() assert.equal(2, require("two")) assert.equal(3, _G.loads) end)
      it("d", function() require("m.none") end)
      """,
      files: [
        "src/m/one.lua": "_G.loads = _G.loads + 1 return { n = _G.loads }",
        "two.lua": "_G.loads = _G.loads + 1 return 2",
      ])
    #expect(story.verdicts.dropLast() == ["a: passed", "i b: passed", "c: failed"].dropLast() + ["c: failed"])
    #expect(story.messages("c").first?.contains("Expected:\n(number) 3") == true)
    #expect(story.result("d")?.verdict == .errored)
  }

  @Test("a failing setup is the file's error, and one failing before_each its test's")
  func hooks() {
    let story = runSpec(
      """
      describe("a", function() setup(function() error("no") end) it("x", function() end) end)
      describe("b", function() before_each(function() error("no") end) it("x", function() end) end)
      describe("c", function() after_each(function() error("no") end) it("x", function() end) end)
      """)
    #expect(story.verdicts == ["b x: errored", "c x: passed"])
    #expect(story.fileIssues.map(\.message) == ["in 'a setup': no", "in after_each of 'c': no"])
    #expect(story.messages("b x") == ["in before_each: no"])
  }

  @Test("after so many failures the rest is skipped, and the run is partial")
  func bail() {
    let story = runSpec("for i = 1, 5 do it('t' .. i, function() error('x') end) end") { $0.bail = 2 }
    #expect(story.verdicts == ["t1: errored", "t2: errored"])
    #expect(story.summary.isPartial)
  }

  @Test("a difference names the path of keys")
  func difference() {
    let story = runSpec(
      """
      it("a", function() expect({ x = { y = { 1, 2, "three" } }, z = 1 }):to_equal({ x = { y = { 1, 3, "three" } } }) end)
      it("b", function() assert.same({ ["odd key"] = { 1 } }, { ["odd key"] = {} }) end)
      """)
    #expect(story.result("a")?.issues.first?.difference == [".x.y[2]: expected 3, got 2", ".z: not expected, got 1"])
    #expect(story.result("b")?.issues.first?.difference == ["[\"odd key\"][1]: expected 1, got nothing"])
  }
}
