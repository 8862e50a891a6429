import LuaRuntime
import Testing

@Suite(.serialized) struct ClosingTests {
  @Test func flowsAreCancelledYoungestFirst() throws {
    let bench = try Bench()
    bench.host.define(raw: "wait") { _ in .yield }
    for name in ["first", "second"] {
      let flow = try bench.start(
        "local c <close> = setmetatable({}, {__close = function() print('\(name)') end}) wait()")
      #expect(bench.host.resume(flow).isWaiting)
    }
    bench.host.close()
    #expect(bench.lines == ["second", "first"])
    #expect(bench.host.isClosed)
  }

  @Test func cancellingClosesTheScriptsOwnCoroutinesFirst() throws {
    let bench = try Bench()
    bench.host.define(raw: "wait") { _ in .yield }
    let flow = try bench.start(
      """
      local function closing(n) return setmetatable({}, {__close = function() print(n) end}) end
      local outer <close> = closing('outer')
      coroutine.wrap(function() local inner <close> = closing('inner') wait() end)()
      """)
    #expect(bench.host.resume(flow).isWaiting)
    bench.host.cancel(flow)
    #expect(bench.lines == ["inner", "outer"])
    #expect(!bench.host.isSuspended(flow))
    #expect(bench.host.resume(flow).error?.kind == .closed)
  }

  @Test func aCloseHandlerThatLoopsIsEndedByItsOwnBudget() throws {
    let bench = try Bench()
    bench.host.define(raw: "wait") { _ in .yield }
    let flow = try bench.start(
      "local c <close> = setmetatable({}, {__close = function() while true do end end}) wait()")
    #expect(bench.host.resume(flow).isWaiting)
    bench.host.cancel(flow)
    #expect(try bench.run("return 1") == [.integer(1)])
  }

  @Test func closingDuringAnEntryHappensWhenItReturns() throws {
    let bench = try Bench()
    bench.host.define("close") { [unowned host = bench.host] in host.close() }
    #expect(try bench.run("close() return 5") == [.integer(5)])
    #expect(bench.host.isClosed)
    #expect(bench.failure("return 1")?.kind == .closed)
  }

  @Test func afterClosingEverythingSaysSo() throws {
    let bench = try Bench()
    let f = try bench.host.load(LuaChunk(name: "f", source: "return 1"))
    bench.host.close()
    #expect(throws: LuaError.self) { try bench.host.call(f) }
    #expect(bench.host.memoryInUse == 0)
    #expect(bench.host.liveFlows().isEmpty)
  }

  @Test func aFunctionOfAnotherHostIsRefused() throws {
    let first = try Bench(), second = try Bench()
    let f = try first.host.load(LuaChunk(name: "f", source: "return 1"))
    let error = #expect(throws: LuaError.self) { try second.host.call(f) }
    #expect(error?.kind == .closed)
  }

  @Test func waitingIsRefusedWhereItCannotBe() throws {
    let bench = try Bench()
    bench.host.define(raw: "wait") { _ in .yield }
    bench.host.define("can") { [unowned host = bench.host] in host.canWait }
    bench.host.define("ask") { [unowned host = bench.host] (f: LuaFunction) throws in
      try host.query(
        fuel: 1000,
        {
          $0.push(f); return 0
        }, read: { _ in })
    }
    let flow = try bench.start(
      """
      print(can())
      print(pcall(table.sort, {2, 1}, function() wait() end))
      print(pcall(string.gsub, 'x', 'x', function() wait() end))
      print(pcall(ask, function() coroutine.wrap(function() wait() end)() end))
      print(pcall(coroutine.yield, 1))
      """)
    #expect(bench.host.resume(flow).isFinished)
    #expect(
      bench.lines == [
        "true", "false\tflow.lua:2: cannot wait inside table.sort", "false\tflow.lua:3: cannot wait inside string.gsub",
        "false\tflow.lua:4: cannot wait inside a query", "false\tattempt to yield from outside a coroutine",
      ])
    #expect(bench.failure("wait()")?.kind == .notYieldable)
  }

  @Test func aThousandHostsLeaveNothing() async {
    // In a process of its own, where nothing else makes hosts.
    await #expect(processExitsWith: .success) {
      for i in 0..<1000 {
        let host = try LuaHost(LuaOptions(seed: UInt64(i)))
        let type = LuaClass<LuaBytes>("Bytes")
        host.define(raw: "make") { frame in
          frame.push(LuaBytes([1]), as: type)
          return .values(1)
        }
        host.define(raw: "wait") { _ in .yield }
        let main = try host.load(LuaChunk(name: "m", source: "t = {make(), make()} wait()"))
        let flow = try host.makeFlow {
          $0.push(main)
          return 0
        }
        _ = host.resume(flow)
        host.close()
      }
      let live = LuaHost.liveCounts()
      #expect(live.hosts == 0 && live.boxes == 0 && live.slots == 0 && live.regions == 0)
    }
  }
}
