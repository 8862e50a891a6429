import MoonsheetSpec
import PresentationKit
import Testing

/// What busted itself says of these is in the corpus, where both run them.
@Suite struct BustedWordsTests {
  private func verdicts(_ source: String, isBusted: Bool = true) -> [String] {
    runSpec(source) { $0.isBusted = isBusted }.results.map { "\($0.id.name): \($0.verdict.rawValue)" }
  }

  @Test("functions of a spec are called without arguments", arguments: [false, true])
  func arguments(isBusted: Bool) {
    let story = runSpec(
      """
      local counts = {}
      setup(function(...) counts[#counts + 1] = select("#", ...) end)
      before_each(function(...) counts[#counts + 1] = select("#", ...) end)
      after_each(function(...) counts[#counts + 1] = select("#", ...) end)
      describe("block", function(...)
        counts[#counts + 1] = select("#", ...)
        it("a", function(...)
          finally(function(...) counts[#counts + 1] = select("#", ...) end)
          assert.equal(0, select("#", ...))
        end)
        it("b", function() assert.same({ 0, 0, 0, 0, 0, 0 }, counts) end)
      end)
      """
    ) { $0.isBusted = isBusted }
    #expect(story.verdicts == ["block a: passed", "block b: passed"])
    #expect(story.fileIssues == [])
  }

  @Test("recursion without end is a stack overflow with its line, caught or not", arguments: [false, true])
  func recursion(isBusted: Bool) {
    let story = runSpec(
      """
      local function f()
        return 1 + f()
      end
      it("caught", function() assert.error_matches(f, "stack overflow") end)
      it("in a coroutine", function()
        local is_fine, message = coroutine.resume(coroutine.create(f))
        assert.is_false(is_fine)
        assert.matches("^a_spec.lua:2: stack overflow", message)
      end)
      it("escaping", function() f() end)
      it("after it", function() end)
      """
    ) { $0.isBusted = isBusted }
    #expect(
      story.verdicts == ["caught: passed", "in a coroutine: passed", "escaping: errored", "after it: passed"])
    #expect(story.messages("escaping") == ["stack overflow"])
    #expect(story.result("escaping")?.issues.first?.site == SourceSite(file: "a_spec.lua", line: 2))
  }

  @Test("memory that runs out is not told as a stack overflow, whatever was caught before")
  func memory() {
    let story = runSpec(
      """
      local function f() return 1 + f() end
      it("a", function()
        assert.is_false(pcall(f))
        local text = "x"
        while true do text = text .. text end
      end)
      """)
    #expect(story.verdicts == ["a: errored"])
    #expect(story.messages("a") == ["not enough memory"])
  }

  @Test("with --busted the globals are busted's: no expect, no async, and arg")
  func globals() {
    let source = """
      it("expect", function() assert.is_nil(expect) end)
      it("async", function() assert.is_nil(async) end)
      it("arg", function() assert.is_string(arg[0]) assert.equal(0, #arg) end)
      it("module", function() require("moonsheet.expect").new(1):to_equal(1) end)
      """
    #expect(verdicts(source) == ["expect: passed", "async: passed", "arg: passed", "module: passed"])
  }

  @Test("in the sandbox, too, modules get expect by require, beside the host's own modules")
  func modules() {
    let story = runSpec(
      """
      it("expect", function() require("moonsheet.expect").new(1):to_equal(1) end)
      it("pattern", function() assert.is_truthy(require("moonsheet.patterns.sheet_item_state")) end)
      """)
    #expect(story.verdicts == ["expect: passed", "pattern: passed"])
  }

  @Test("with --busted a reason that is no text is an error; in the sandbox none is needed")
  func pending() {
    let source = """
      it("none", function() pending() end)
      it("table", function() pending({}) end)
      it("text", function() pending("later") end)
      """
    #expect(verdicts(source) == ["none: errored", "table: errored", "text: pending"])
    #expect(verdicts(source, isBusted: false) == ["none: pending", "table: pending", "text: pending"])
  }

  @Test("with --busted a test must be a function")
  func bodies() {
    let source = """
      local callable = setmetatable({}, { __call = function() end })
      it("table", callable)
      it("function", function() end)
      describe("block", setmetatable({}, { __call = function() it("in it", function() end) end }))
      """
    #expect(verdicts(source) == ["table: errored", "function: passed", "block in it: passed"])
  }

  @Test("with --busted a helper has its arguments in arg, beside the program's name")
  func helper() {
    let story = runSpec(
      "it('a', function() assert.same({ 0, 'string', 'one', 'two' }, seen) end)",
      files: ["helper.lua": "_G.seen = { select('#', ...), type(arg[0]), arg[1], arg[2] }"]
    ) {
      $0.isBusted = true
      $0.helper = "helper.lua"
      $0.helperArguments = ["one", "two"]
    }
    #expect(story.verdicts == ["a: passed"])
  }

  @Test("a statement that is no Lua is one error at its own place, and nothing runs", arguments: [false, true])
  func statement(isBusted: Bool) {
    let story = runSpec("it('a', function() end)") {
      $0.statements = ["x = 1\nx ="]
      $0.isBusted = isBusted
    }
    #expect(story.verdicts == [])
    #expect(story.fileIssues.map(\.message) == ["unexpected symbol near <eof>"])
    #expect(story.fileIssues.first?.site == SourceSite(file: "-e", line: 2))
  }

  @Test("a compiled file is told by its name alone, once")
  func compiled() {
    let story = runSpec("\u{1B}LuaT and so on")
    #expect(story.verdicts == [])
    #expect(story.fileIssues.map(\.message) == ["this is a compiled Lua chunk; only source text can be run"])
  }
}
