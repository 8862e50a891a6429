import LuaRuntime
import Testing

private struct Custom: Error, Equatable { var code: Int }

@Suite struct ErrorTests {
  private func site(_ line: Int, _ chunk: String = "test.lua") -> LuaError.Site {
    LuaError.Site(chunk: chunk, line: line)
  }

  @Test func aRaisedStringKeepsItsPositionApartFromItsMessage() throws {
    let error = try Bench().failure("\n\nerror('boom')")
    #expect(error?.message == "boom")
    #expect(error?.site == site(3))
    #expect(error?.description == "test.lua:3: boom")
    #expect(error?.kind == .runtime)
  }

  @Test func levelTwoNamesTheCaller() throws {
    let error = try Bench().failure("local function f() error('boom', 2) end\n\nf()")
    #expect(error?.site == site(3))
  }

  @Test func aTableErrorIsRenderedByValueWithTheInnermostLine() throws {
    let error = try Bench().failure("\nerror({code = 3, 'x'})")
    #expect(error?.message == #"error value is a table: {"x", code = 3}"#)
    #expect(error?.site == site(2))
    #expect(error?.value?["code"] == .integer(3))
  }

  @Test func anErrorInAWrappedCoroutineNamesItsOwnLine() throws {
    let error = try Bench().failure("local f = coroutine.wrap(function()\n  error({})\nend)\n\nf()")
    #expect(error?.site == site(2))
    #expect(error?.traceback.compactMap(\.site?.line).prefix(2) == [2, 5])
  }

  @Test func theTracebackListsTheActiveFunctions() throws {
    let error = try Bench().failure(
      "local function inner() error('x') end\nlocal function outer() inner() end\nouter()")
    let frames = error?.traceback.filter { !$0.isNative } ?? []
    #expect(frames.map(\.function) == ["inner", "outer", "main chunk"] || frames.count == 3)
    #expect(frames.map(\.site?.line) == [1, 2, 3])
  }

  @Test func aThrownLuaErrorArrivesAsTextAtTheCallersLine() throws {
    let bench = try Bench()
    bench.host.define("refuse") { () throws -> Int in throw LuaError(.cancelled, "no") }
    #expect(
      try bench.run("\nlocal ok, e = pcall(function()\n return refuse() + 1 end) return e") == [
        .string("test.lua:3: no")
      ])
    let error = bench.failure("\nrefuse()")
    #expect(error?.kind == .cancelled)
    #expect(error?.site == site(2))
    #expect(error?.message == "no")
  }

  @Test func anotherSwiftErrorKeepsItsIdentityThroughPcallAndRethrow() throws {
    let bench = try Bench()
    bench.host.define("fails") { () throws -> Int in throw Custom(code: 7) }
    let error = bench.failure("local ok, e = pcall(fails) assert(not ok and tostring(e):find('Custom')) error(e, 0)")
    #expect(error?.underlying as? Custom == Custom(code: 7))
    #expect(error?.kind == .callback)
    #expect(error?.site == site(1))
  }

  @Test func aSyntaxErrorHasALineAndKnowsWhetherMoreCouldFollow() throws {
    let bench = try Bench()
    let open = bench.failure("if x then\n")
    #expect(open?.kind == .syntax)
    #expect(open?.isIncomplete == true)
    let wrong = bench.failure("x = = 1")
    #expect(wrong?.isIncomplete == false)
    #expect(wrong?.site == site(1))
  }

  @Test func anArgumentErrorNamesFunctionPositionAndType() throws {
    let bench = try Bench()
    bench.host.define("add") { (a: Int, b: Int) in a + b }
    #expect(bench.failure("add(1, 'x')")?.message == "bad argument #2 to 'add' (integer expected, got string)")
    #expect(bench.failure("add(1)")?.message == "bad argument #2 to 'add' (integer expected, got no value)")
    #expect(bench.failure("add(1, 2.5)")?.kind == .conversion(argument: 2))
    #expect(bench.failure("string.rep()")?.message == "bad argument #1 to 'rep' (string expected, got no value)")
    #expect(bench.failure("\n('x'):format({}, 1) ('%d'):format('y')")?.site == site(2))
  }

  @Test func aFailedFlowHasTheLineAndTracebackOfItsCoroutine() throws {
    let bench = try Bench()
    let flow = try bench.start("local function f()\n  error('x')\nend\nf()")
    let error = bench.host.resume(flow).error
    #expect(error?.site == site(2, "flow.lua"))
    #expect(error?.traceback.filter { !$0.isNative }.map(\.site?.line) == [2, 4])
  }

  @Test func recursionIsAStackOverflowWithALine() throws {
    let error = try Bench().failure("local function f() return 1 + f() end\nf()")
    #expect(error?.message.contains("stack overflow") == true)
    #expect(error?.site?.chunk == "test.lua")
  }

  @Test(arguments: ["pcall(f)", "xpcall(f, tostring)", "coroutine.resume(coroutine.create(f))"])
  func recursionThatIsCaughtIsAStackOverflowWithALine(call: String) throws {
    let message = try Bench().run(
      "local function f()\n return 1 + f() end\nlocal _, message = \(call)\nreturn message")
    #expect(message == [.string("test.lua:2: stack overflow")])
  }

  @Test func aTextThatNestsTooDeeplyIsASyntaxErrorWithALine() throws {
    let deep = "\n\nreturn " + String(repeating: "(", count: 300) + "1" + String(repeating: ")", count: 300) + "\n\n"
    for name in ["deep.lua", "a:1: b.lua"] {
      let error = try Bench().failure(deep, name: name)
      #expect(error?.kind == .syntax)
      #expect(error?.message == "C stack overflow")
      #expect(error?.site == site(3, name))
    }
    struct Deep: LuaModuleSource {
      let text: String
      func chunk(named name: String) -> LuaChunk? { LuaChunk(name: "deep.lua", source: text) }
    }
    let bench = try Bench(LuaOptions(modules: Deep(text: deep)))
    #expect(try bench.run("return select(2, pcall(require, 'deep'))") == [.string("deep.lua:3: C stack overflow")])
  }

  @Test func aLongChunkNameIsGivenInFull() throws {
    let name = String(repeating: "directory/", count: 8) + "file.lua"
    let error = try Bench().failure("error('x')", name: name)
    #expect(error?.site == site(1, name))
    #expect(error?.message == "x")
  }

  @Test func theFuelErrorSaysHowMuchAndWhere() throws {
    let bench = try Bench(LuaOptions(limits: LuaLimits(fuel: 10_000)))
    let error = bench.failure("\nwhile true do end")
    #expect(error?.kind == .fuel)
    #expect(error?.message == "out of fuel: 10000 instructions in one entry")
    #expect(error?.site == site(2))
  }

  @Test func aNestedEntrysOwnFuelIsAnErrorItsCallerSurvives() throws {
    let bench = try Bench()
    bench.host.define("ask") { [unowned host = bench.host] (f: LuaFunction) -> String in
      do {
        try host.query(
          fuel: 1000,
          {
            $0.push(f); return 0
          }, read: { _ in })
        return "fine"
      } catch {
        let error = error as? LuaError
        return error?.kind == .fuel ? error?.message ?? "" : "other"
      }
    }
    let answer = try bench.run("local a = ask(function() while true do end end) for i = 1, 1000 do end return a")
    #expect(answer == [.string("out of fuel: 1000 instructions in one entry")])
  }

  @Test func anExhaustedCallerCannotCatchIt() throws {
    let bench = try Bench()
    bench.host.define("spend") { [unowned host = bench.host] in host.exhaust(.fuel) }
    #expect(bench.failure("pcall(spend) print('not reached')")?.kind == .fuel)
    #expect(bench.lines.isEmpty)
  }

  @Test func anInterruptEndsWhatRunsAndThenIsOver() throws {
    let bench = try Bench()
    bench.host.define("stop") { [unowned host = bench.host] in host.interrupt() }
    #expect(bench.failure("stop() while true do pcall(function() while true do end end) end")?.kind == .interrupted)
    #expect(bench.failure("for i = 1, 1000 do end") == nil)
  }

  @Test func theClockEndsAPatternThatFuelDoesNot() throws {
    let limits = LuaLimits(fuel: 2_000_000_000, wall: .milliseconds(50))
    let bench = try Bench(LuaOptions(limits: limits))
    #expect(bench.failure("return ('a'):rep(30000):find(('.-'):rep(50) .. 'b')")?.kind == .time)
  }

  @Test func aScriptsOwnTextIsNotALimit() throws {
    let b = try Bench()
    #expect(b.failure("error('not enough memory', 0)")?.kind == .runtime)
    #expect(b.failure("error(('not enough memory'))")?.kind == .runtime)
  }

  @Test func nestingTooDeeplyHasAPlace() throws {
    let b = try Bench()
    b.host.define("nested") { [unowned host = b.host] (f: LuaFunction) throws in try host.call(f) }
    let error = try #require(b.failure("local function f()\n nested(f)\nend\nf()"))
    #expect(error.message == "nested too deeply")
    #expect(error.site == LuaError.Site(chunk: "test.lua", line: 2))
  }

  @Test func whatClosingAFlowRaisesIsGivenToWhoCancels() throws {
    let b = try Bench()
    b.host.define(raw: "wait") { _ in .yield }
    let text = "local x <close> = setmetatable({}, {__close = function() error('late') end})\nwait()"
    let flow = try b.start(text)
    #expect(b.host.resume(flow).isWaiting)
    #expect(b.host.cancel(flow)?.message == "late")
    let quiet = try b.start("wait()")
    #expect(b.host.resume(quiet).isWaiting)
    #expect(b.host.cancel(quiet) == nil)
  }

  @Test func fuelBelowASliceHolds() throws {
    let b = try Bench(LuaOptions(limits: LuaLimits(fuel: 20)))
    var calls = 0
    b.host.define("touch") { () -> Void in calls += 1 }
    #expect(b.failure("for i = 1, 100 do touch() end")?.kind == .fuel)
    #expect(calls < 20)
  }

  @Test func memoryOutsideOfLuaCounts() throws {
    let b = try Bench(LuaOptions(limits: LuaLimits(memory: 4 << 20)))
    try b.host.charge(externalBytes: 3 << 20)
    #expect(b.failure("return ('x'):rep(1 << 20) .. 'y'")?.kind == .memory)
    #expect(throws: LuaError.self) { try b.host.charge(externalBytes: 2 << 20) }
    try b.host.charge(externalBytes: -(3 << 20))
    #expect(b.failure("return ('x'):rep(1 << 20) .. 'y'") == nil)
  }
}

extension LuaError: Equatable {
  public static func == (a: LuaError, b: LuaError) -> Bool { a.kind == b.kind && a.description == b.description }
}
