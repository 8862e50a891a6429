import Foundation
import Synchronization
import Testing

@testable import LuaRuntime

private final class Counter {
  var count = 0
}

/// Creates, uses and closes a host; what it came to.
private func useOneHost(_ number: Int) throws -> Int {
  let host = try LuaHost()
  defer { host.close() }
  let counters = LuaClass<Counter>("counter") { c in
    c.property("count", get: { $0.count }, set: { $0.count = $1 })
  }
  let counter = Counter()
  host.setGlobal("c", to: counters.reference(to: counter))
  host.define("add") { (a: Int, b: Int) in a + b }
  let text = """
    for i = 1, 20 do c.count = add(c.count, i) end
    pcall(error, "x")
    return coroutine.wrap(function(a) return coroutine.yield(a) end)(c.count)
    """
  let sum: Int = try host.call(try host.load(LuaChunk(name: "host.lua", source: text)))
  return sum + number * 0
}

/// NB: run in a process of their own where they count what the whole process owns.
struct ThreadTests {
  @Test func hostsOnSeveralThreadsDoNotKnowEachOther() throws {
    let wrong = Atomic<Int>(0)
    let group = (0..<4).map { thread in
      Thread {
        for number in 0..<25 where (try? useOneHost(thread * 100 + number)) != 210 { wrong.add(1, ordering: .relaxed) }
      }
    }
    for thread in group { thread.start() }
    while !group.allSatisfy(\.isFinished) { sched_yield() }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test func aHostMayBeSentToAnotherThreadWhole() async throws {
    let host = try LuaHost()
    let sum = await Task.detached {
      defer { host.close() }
      return try? host.call(try host.load(LuaChunk(name: "sent.lua", source: "return 1 + 1")), as: Int.self)
    }.value
    #expect(sum == 2)
  }

  @Test func tenThousandHostsLeaveNothingLive() async {
    await #expect(processExitsWith: .success) {
      for number in 0..<10_000 {
        let sum = try useOneHost(number)
        #expect(sum == 210)
      }
      let live = LuaHost.liveCounts()
      #expect(live.hosts == 0 && live.boxes == 0 && live.slots == 0 && live.regions == 0)
    }
  }

  @Test func tenThousandBareHostsLiveInFourHundredMegabytes() async {
    await #expect(processExitsWith: .success) {
      let before = residentBytes()
      let hosts = try (0..<10_000).map { _ in try LuaHost() }
      #expect(residentBytes() - before < 400 << 20)
      for host in hosts { host.close() }
      #expect(LuaHost.liveCounts().hosts == 0)
    }
  }
}

private func residentBytes() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
}
