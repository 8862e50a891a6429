import Testing

@testable import LuaRuntime

struct StockTests {
  private struct OneModule: LuaModuleSource {
    func chunk(named name: String) throws -> LuaChunk? {
      name == "app.one" ? LuaChunk(name: "app/one.lua", source: "return {name = ...}") : nil
    }
  }

  private func bench(_ limits: LuaLimits = LuaLimits(), modules: (any LuaModuleSource)? = nil) throws -> Bench {
    try Bench(LuaOptions(limits: limits, modules: modules, libraries: .stock))
  }

  @Test func aStockHostHasLuasOwnLibraries() throws {
    let b = try bench()
    let types = "return type(io.open), type(os.getenv), type(debug.getinfo), type(package.path), type(string.dump)"
    #expect(
      try b.run(types) == [
        .string("function"), .string("function"), .string("function"), .string("string"),
        .string("function"),
      ])
    #expect(
      try b.run("string.trim = 1; return string.trim, (load(string.dump(function() return 7 end)))()")
        == [.integer(1), .integer(7)])
    #expect(try b.run("return tostring({}):match('^table: 0x%x+$') ~= nil") == [.bool(true)])
  }

  @Test func neitherFuelNorTimeEndsAStockScript() throws {
    let b = try bench(LuaLimits(fuel: 1000, wall: .milliseconds(1)))
    #expect(try b.run("local n = 0; for i = 1, 1e6 do n = n + 1 end; return n") == [.integer(1_000_000)])
  }

  @Test func theMemoryCapHoldsInAStockHost() throws {
    let b = try bench(LuaLimits(memory: 8 << 20))
    let error = try #require(b.failure("local t = {}; while true do t[#t + 1] = ('x'):rep(1e5) .. #t end"))
    #expect(error.kind == .memory)
    #expect(try b.run("collectgarbage() return #('x'):rep(2e6)") == [.integer(2_000_000)])
  }

  @Test(arguments: [0, 8] as [Int32])
  func theFirstCollectionAfterOneMayWaitUntilMoreMemoryIsInUse(_ growth: Int32) throws {
    let b = try bench()
    _ = try b.run(
      """
      function make(times)
        ended = false
        -- Two strings of a kilobyte each time.
        for i = 1, collectgarbage("count") * times / 2 do local text = ("x"):rep(1000) .. i end
        return ended
      end
      """)
    b.host.collectGarbage(growth: growth)
    // With five times as much more is in use than Lua waits for, which is twice as much, and less than eight times.
    let waits = try b.run("setmetatable({}, { __gc = function() ended = true end }) return make(5)")
    #expect(waits == [.bool(growth == 0)])
    _ = try b.run("make(12)")
    // From then on Lua's own setting holds again.
    #expect(try b.run("setmetatable({}, { __gc = function() ended = true end }) return make(5)") == [.bool(true)])
    #expect(try b.run("return collectgarbage('setpause', 200)") == [.integer(200)])
  }

  @Test func aStockRequireFindsPreloadedModulesThenTheHostsAndNamesThoseItDoesNotFind() throws {
    let b = try bench(modules: OneModule())
    b.host.preload("app.settings", LuaValue.string("set"))
    let found = try b.run("return require 'app.settings', require('app.one').name")
    #expect(found == [.string("set"), .string("app.one")])
    let error = try #require(b.failure("require 'app.two'"))
    #expect(error.message.hasPrefix("module 'app.two' not found:"))
    #expect(error.site == LuaError.Site(chunk: "test.lua", line: 1))
  }

  @Test func finalisersRunWhenAStockHostClosesAndCannotReachTheHostAnyMore() throws {
    let b = try bench()
    b.host.define("touch") { () -> Void in }
    try b.run("setmetatable({}, {__gc = function() print('gone', (pcall(touch))) end})")
    b.host.close()
    #expect(b.lines == ["gone\tfalse"])
  }

  @Test func aFinaliserMayCallTheHostInTheMiddleOfAPush() throws {
    let b = try bench()
    var calls = 0
    b.host.define("touch") { () -> Void in calls += 1 }
    b.host.define("many") { (n: Int) in (0..<n).map { "text \($0)" } }
    try b.run("for i = 1, 2000 do setmetatable({}, {__gc = function() touch() end}) many(10) end collectgarbage()")
    #expect(calls == 2000)
  }

  @Test func flowsOfAStockHostWaitInTheScriptsOwnCoroutines() throws {
    let b = try bench()
    b.host.define(raw: "wait") { _ in .yield }
    let flow = try b.start("coroutine.wrap(function() print(pcall(wait)) end)() print(debug.traceback('t'))")
    #expect(b.host.resume(flow).isWaiting)
    let step = b.host.resume(
      flow,
      { frame in
        frame.push(5)
        return 1
      })
    #expect(step.isFinished)
    #expect(b.lines.first == "true\t5")
  }
}

struct LineTests {
  private let text = """
    local function early(n)
      if n > 0 then
        return 1
      end
      return 2
    end

    local co = coroutine.wrap(function()
      early(1)
      early(1)
    end)
    co()
    """

  @Test(arguments: [LuaLibraries.sandboxed, .stock])
  func linesAreCountedInEveryCoroutineWhileTheHostCounts(_ libraries: LuaLibraries) throws {
    let b = try Bench(LuaOptions(libraries: libraries))
    try b.run("later = coroutine.wrap(function() coroutine.yield()\n local x = 1\n end) later()", name: "old.lua")
    #expect(b.host.lineHits().isEmpty)
    b.host.countsLines = true
    try b.run(text, name: "main.lua")
    try b.run("later()", name: "again.lua")
    b.host.countsLines = false
    try b.run(text, name: "main.lua")
    // Line 11 ends the function and is where it is made.
    let hits = b.host.lineHits().map { "\($0.chunk):\($0.line) \($0.count)" }
    #expect(
      hits == [
        "again.lua:1 1", "main.lua:2 2", "main.lua:3 2", "main.lua:6 1", "main.lua:8 2", "main.lua:9 1",
        "main.lua:10 1", "main.lua:11 2", "main.lua:12 1", "old.lua:2 1", "old.lua:3 1",
      ])
  }

  @Test func aFunctionsExecutableLinesIncludeThoseOfTheFunctionsInIt() throws {
    let b = try Bench()
    let main = try b.host.load(LuaChunk(name: "main.lua", source: text))
    #expect(b.host.executableLines(of: main) == [2, 3, 5, 6, 8, 9, 10, 11, 12])
    let print: LuaFunction = try b.host.call(try b.host.load(LuaChunk(name: "p", source: "return print")))
    #expect(b.host.executableLines(of: print) == [])
  }

  @Test func executableLinesAreRightFarIntoALongFunction() throws {
    let b = try Bench()
    let source = (1...1000).map { $0 % 3 == 0 ? "x = \($0)" : "" }.joined(separator: "\n")
    let main = try b.host.load(LuaChunk(name: "long.lua", source: source + String(repeating: "\n", count: 300) + "x=1"))
    #expect(b.host.executableLines(of: main) == Array(stride(from: 3, through: 999, by: 3)) + [1300])
  }

  @Test func countingLinesSpendsTheSameFuel() throws {
    func last(_ counts: Bool) throws -> LuaError? {
      let b = try Bench(LuaOptions(limits: LuaLimits(fuel: 5000)))
      b.host.countsLines = counts
      return b.failure("n = 0\nwhile true do\nn = n + 1\nif n % 7 == 0 then\nlocal t = {}\nend\nend")
    }
    #expect(try last(true)?.site == last(false)?.site)
    #expect(try last(true)?.kind == .fuel)
  }
}
