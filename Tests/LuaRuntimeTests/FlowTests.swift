import LuaRuntime
import Testing

@Suite struct FlowTests {
  /// A bench whose `wait(…)` notes its arguments and waits.
  private func bench() throws -> Bench {
    let bench = try Bench()
    bench.host.define(raw: "wait") { _ in .yield }
    return bench
  }

  @Test func aWaitingCallReturnsWhatTheFlowIsResumedWith() throws {
    let bench = try bench()
    let flow = try bench.start("local a, b = wait() print(a, b) return a + b")
    #expect(bench.host.resume(flow).isWaiting)
    #expect(bench.host.isSuspended(flow))
    var sum: Int64?
    let step = bench.host.resume(
      flow,
      { frame in
        frame.push(3)
        frame.push(4)
        return 2
      }, read: { sum = $0.integer(at: 1) })
    #expect(step.isFinished)
    #expect(sum == 7)
    #expect(bench.lines == ["3\t4"])
    #expect(!bench.host.isSuspended(flow))
  }

  @Test func aWaitInsideTheScriptsOwnCoroutinesIsPassedUpToTheFlow() throws {
    let bench = try bench()
    let flow = try bench.start(
      """
      local gen = coroutine.wrap(function(x)
        local ok, y = pcall(function() return coroutine.wrap(function() return wait() + x end)() end)
        coroutine.yield(y)
        error("inside")
      end)
      print(gen(10))
      print(pcall(gen))
      """)
    #expect(bench.host.resume(flow).isWaiting)
    let step = bench.host.resume(flow) { frame in
      frame.push(5)
      return 1
    }
    #expect(step.isFinished)
    #expect(bench.lines == ["15", "false\tflow.lua:4: inside"])
  }

  @Test func failingAFlowRaisesWhereItWaits() throws {
    let bench = try bench()
    let flow = try bench.start(
      """
      local ok, e = pcall(function()
        return coroutine.wrap(function() wait() end)()
      end)
      print(ok, e)
      wait()
      """)
    #expect(bench.host.resume(flow).isWaiting)
    #expect(bench.host.fail(flow, LuaError("gone")).isWaiting)
    #expect(bench.lines == ["false\tflow.lua:2: gone"])
    let error = bench.host.fail(flow, LuaError(.cancelled, "late")).error
    #expect(error?.kind == .cancelled)
    #expect(error?.site == LuaError.Site(chunk: "flow.lua", line: 5))
    #expect(error?.message == "late")
  }
}
