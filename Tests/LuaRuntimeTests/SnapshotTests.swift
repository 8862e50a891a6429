import Testing

@testable import LuaRuntime

struct SnapshotTests {
  private struct Point: Hashable {
    var x: Int
  }

  private final class Counter {
    var count = 0
  }

  @Test func restoringBringsTheScriptsWorldBack() throws {
    let b = try Bench()
    try b.run("n = 1 local up = 5 function get() up = up + 1 return n, up, math.random(1000) end t = {}")
    let point = try b.host.snapshot()
    let first = try b.run("n = n + 1 t.field = 7 return get()")
    try b.host.restore(point)
    #expect(b.host.equals(point))
    #expect(try b.run("n = n + 1 t.field = 7 return get()") == first)
    #expect(first.prefix(2) == [.integer(2), .integer(6)])
    #expect(try b.run("return t.field, #('x'):rep(100000)") == [.integer(7), .integer(100_000)])
    try b.host.restore(point)
    #expect(try b.run("return t.field") == [.nil])
    try b.host.restore(point)
    #expect(b.host.equals(point))
  }

  @Test func aSuspendedFlowCanBeResumedSeveralTimesFromOnePoint() throws {
    let b = try Bench()
    b.host.define(raw: "wait") { _ in .yield }
    let flow = try b.start("local kept = 'kept' print(kept, pcall(function() return wait() end)) return wait()")
    #expect(b.host.resume(flow).isWaiting)
    let point = try b.host.snapshot()
    for answer in ["save", "discard", "cancel"] {
      try b.host.restore(point)
      let answered = b.host.resume(flow) { frame in
        frame.push(answer)
        return 1
      }
      #expect(answered.isWaiting)
      #expect(b.host.resume(flow).isFinished)
      #expect(b.host.resume(flow).error?.kind == .closed)
    }
    #expect(b.lines == ["kept\ttrue\tsave", "kept\ttrue\tdiscard", "kept\ttrue\tcancel"])
  }

  @Test func functionsOfAnAbandonedFutureAreClosedAndEarlierOnesLive() throws {
    let b = try Bench()
    let early = try b.host.load(LuaChunk(name: "early.lua", source: "return 1"))
    let point = try b.host.snapshot()
    let late = try b.host.load(LuaChunk(name: "late.lua", source: "return 2"))
    let later = try b.host.snapshot()
    try b.host.restore(point)
    let other = try b.host.load(LuaChunk(name: "other.lua", source: "return 3"))
    func value(_ function: LuaFunction) -> Int? { try? b.host.call(function, as: Int.self) }
    #expect([value(early), value(late), value(other)] == [1, nil, 3])
    #expect(throws: LuaError.self) { try b.host.call(late) }
    try b.host.restore(later)
    #expect([value(early), value(late), value(other)] == [1, 2, nil])
    try b.host.restore(point)
    #expect([value(early), value(late), value(other)] == [1, nil, nil])
  }

  @Test func aFunctionThatEndsAfterThePointIsGivenUpAgainAfterEveryRestore() throws {
    let b = try Bench()
    var held: LuaFunction? = try b.host.load(LuaChunk(name: "held.lua", source: "local t = ... t = {}"))
    try b.run("weak = setmetatable({}, {__mode = 'v'})")
    try b.host.query(
      fuel: nil,
      { frame in
        let set = try b.host.load(LuaChunk(name: "set.lua", source: "weak[1] = ..."))
        frame.push(set)
        frame.push(held)
        return 1
      }, read: { _ in })
    let point = try b.host.snapshot()
    #expect(held != nil)
    held = nil
    for _ in 0..<3 {
      #expect(try b.run("collectgarbage() return weak[1]") == [.nil])
      try b.host.restore(point)
    }
  }

  @Test func objectsOfValueTypesAreCopiedWithTheirSlots() throws {
    let b = try Bench()
    let points = LuaClass<Point>("point") { $0.property("x", get: { $0.x }) }
    b.host.register(points)
    b.host.setGlobal("p", to: points.reference(to: Point(x: 1)))
    let point = try b.host.snapshot()
    try b.run("p = nil collectgarbage()")
    b.host.setGlobal("q", to: points.reference(to: Point(x: 2)))
    try b.host.restore(point)
    #expect(try b.run("return p.x, q") == [.integer(1), .nil])
    b.host.setGlobal("same", to: points.reference(to: Point(x: 1)))
    #expect(try b.run("return p == same") == [.bool(true)])
  }

  @Test func aClassThatDoesNotSayHowIsNamedAndOneThatDoesIsPutBack() throws {
    let b = try Bench()
    let counters = LuaClass<Counter>("counter") { c in
      c.property("count", get: { $0.count }, set: { $0.count = $1 })
    }
    let counter = Counter()
    b.host.setGlobal("c", to: counters.reference(to: counter))
    let error = #expect(throws: LuaError.self) { try b.host.snapshot() }
    #expect(error?.message == "objects of class counter cannot be saved: it does not say how")
    counters.save = { counter in
      let count = counter.count
      return { counter.count = count }
    }
    try b.run("c.count = 3")
    let point = try b.host.snapshot()
    try b.run("c.count = 4 c = nil collectgarbage()")
    try b.host.restore(point)
    #expect(try b.run("return c.count") == [.integer(3)])
    #expect(counter.count == 3)
  }

  @Test func objectsThatANumberTellsApartAreOneValueEachWhateverIsRestored() throws {
    let b = try Bench()
    let points = LuaClass<Point>("point") { $0.property("x", get: { $0.x }) }
    points.number = { $0.x }
    for number in [0, 1, -1, .max, 16] {
      b.host.setGlobal("p", to: points.reference(to: Point(x: number)))
      let point = try b.host.snapshot()
      b.host.setGlobal("q", to: points.reference(to: Point(x: number)))
      b.host.setGlobal("r", to: points.reference(to: Point(x: 5)))
      #expect(try b.run("return p == q, p == r, r.x") == [.bool(true), .bool(false), .integer(5)])
      b.host.invalidate(Point(x: 5), as: points)
      #expect(b.failure("return r.x")?.message == "point is no longer alive")
      try b.host.restore(point)
      b.host.setGlobal("q", to: points.reference(to: Point(x: number)))
      #expect(try b.run("return p == q, p.x") == [.bool(true), .integer(Int64(number))])
    }
  }

  @Test func pointsWithoutFunctionsBetweenThemLeaveNothingBehind() throws {
    let b = try Bench()
    let f = try b.host.load(LuaChunk(name: "f.lua", source: "return 1"))
    for _ in 0..<100 { try b.host.restore(try b.host.snapshot()) }
    #expect(b.host.validBirths.count == 2)
    #expect(try b.host.call(f, as: Int.self) == 1)
  }

  @Test func aClassRegisteredAfterThePointIsRegisteredAgain() throws {
    let b = try Bench()
    let point = try b.host.snapshot()
    let points = LuaClass<Point>("point") { $0.property("x", get: { $0.x }) }
    for _ in 0..<2 {
      b.host.setGlobal("p", to: points.reference(to: Point(x: 1)))
      #expect(try b.run("return p.x") == [.integer(1)])
      try b.host.restore(point)
    }
  }

  @Test func onlyAHostAtRestIsSavedAndOnlyWithItsOwnPoints() throws {
    let b = try Bench(), other = try Bench()
    let foreign = try other.host.snapshot()
    #expect(throws: LuaError.self) { try b.host.restore(foreign) }
    var refused: LuaError?
    b.host.define("save") { () -> Void in
      do throws(LuaError) { _ = try b.host.snapshot() } catch { refused = error }
    }
    try b.run("save()")
    #expect(refused?.message == "a host can only be saved when Lua is not running")
    let stock = try Bench(LuaOptions(libraries: .stock))
    #expect(throws: LuaError.self) { try stock.host.snapshot() }
    b.host.close()
    #expect(throws: LuaError.self) { try b.host.snapshot() }
  }

  /// A walk over flows, coroutines, closures, weak tables and random numbers, told by numbers.
  private static let world = """
    log, flows, weak = {}, {}, setmetatable({}, {__mode = "v"})
    local count = 0
    function act(kind, n)
      count = count + 1
      if kind == 0 then log[#log + 1] = count * n
      elseif kind == 1 then weak[n] = {n} log[n] = weak[n]
      elseif kind == 2 then log[n] = nil log["k" .. n] = math.random(100)
      elseif kind == 3 then
        local inner = coroutine.wrap(function(a) local b = coroutine.yield(a) return a + b end)
        inner(n) log[#log + 1] = function() return inner(count) end
      end
      return count
    end
    function tell()
      local text = {}
      for key, value in pairs(log) do text[#text + 1] = tostring(key) .. "=" .. tostring(value) end
      return table.concat(text, " ")
    end
    """

  @Test func aPointReachedByRestoreAndOneReachedByReplayAreOne() throws {
    var random = SplitMix(state: 42)
    let b = try Bench()
    try b.run(Self.world)
    let act = try b.function("act"), tell = try b.function("tell")
    var points: [(LuaSnapshot, [(Int, Int)])] = [(try b.host.snapshot(), [])]
    for _ in 0..<300 {
      let (point, path) = points[random.below(points.count)]
      try b.host.restore(point)
      #expect(b.host.equals(point))
      var walked = path
      for _ in 0..<(1 + random.below(6)) {
        let step = (random.below(4), 1 + random.below(20))
        walked.append(step)
        _ = try b.host.call(act, step.0, step.1, as: Int.self)
      }
      if points.count < 40 { points.append((try b.host.snapshot(), walked)) }
      let told: String = try b.host.call(tell)
      let fresh = try Bench()
      try fresh.run(Self.world)
      let (freshAct, freshTell) = (try fresh.function("act"), try fresh.function("tell"))
      for step in walked { _ = try fresh.host.call(freshAct, step.0, step.1, as: Int.self) }
      #expect(try fresh.host.call(freshTell, as: String.self) == told)
    }
  }
}

extension SnapshotTests {
  @Test func `a point near another keeps what differs, and is restored to the same bytes`() throws {
    let b = try Bench()
    try b.run("world = {} for i = 1, 2000 do world[i] = { i } end")
    let base = try b.host.snapshot()
    var random = SplitMix(state: 7)
    var points: [(near: LuaSnapshot, whole: LuaSnapshot)] = []
    var last = base
    for round in 0..<60 {
      switch random.below(4) {
      case 0: try b.run("world[\(1 + random.below(2000))][1] = 'changed in round \(round)'")
      case 1: try b.run("extra = {} for i = 1, \(random.below(3000)) do extra[i] = { i, i } end")
      case 2: try b.run("extra = nil collectgarbage() collectgarbage()")
      default: try b.host.restore(points.isEmpty ? base : points[random.below(points.count)].near)
      }
      let near = try b.host.snapshotOfAnyLibraries(near: last)
      points.append((near, try b.host.snapshot()))
      if random.below(3) == 0 { last = near }
    }
    for _ in 0..<200 {
      let point = points[random.below(points.count)]
      try b.host.restore(point.near)
      #expect(b.host.equals(point.whole))
    }
  }

  @Test func `a point near another is small where little differs, and whole where much does`() throws {
    let b = try Bench()
    try b.run("world = {} for i = 1, 2000 do world[i] = { i } end collectgarbage() collectgarbage()")
    var base: LuaSnapshot? = try b.host.snapshot()
    let whole = try #require(base).byteCount
    try b.run("n = 1")
    let near = try b.host.snapshotOfAnyLibraries(near: base)
    #expect(near.byteCount < whole / 20)
    // What is near that is kept as what differs from the first one, which lives as long as both.
    try b.run("n = 2")
    let next = try b.host.snapshotOfAnyLibraries(near: near)
    #expect(next.base === near.base)
    try b.run("for i = 1, 2000 do world[i] = { world[i], i } end n = 3")
    let far = try b.host.snapshotOfAnyLibraries(near: base)
    #expect(far.base == nil)
    base = nil
    for (point, n) in [(next, 2), (near, 1), (far, 3), (near, 1)] {
      try b.host.restore(point)
      #expect(try b.run("return n") == [.integer(Int64(n))])
    }
    let other = try Bench()
    #expect(try other.host.snapshotOfAnyLibraries(near: near).base == nil)
  }
}

private struct SplitMix {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }
}
