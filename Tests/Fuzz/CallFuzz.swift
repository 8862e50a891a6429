@testable import LuaRuntime

/// Reads the bytes as calls of LuaRuntime's API, from outside and out of host functions, in whatever order: late, twice, in
/// the other host, after a restore, after the end. Each may fail with an error; none may trap, and what was saved comes back.
final class CallFuzz {
  private var decisions: Decisions
  private var hosts: [LuaHost] = []
  private var functions: [LuaFunction] = []
  private var flows: [LuaFlow] = []
  private var points: [(host: Int, point: LuaSnapshot)] = []
  private var depth = 0
  private let box = LuaClass<Box>("Box") { c in
    c.property("value", get: { $0.value }, set: { $0.value = $1 })
    c.method("add") { (box: Box, by: Int) in box.value &+ by }
    c.save = { box in
      let value = box.value
      return { box.value = value }
    }
  }

  private final class Box {
    var value: Int
    init(_ value: Int) { self.value = value }
  }

  private struct Refused: Error {}

  init(_ bytes: [UInt8]) { decisions = Decisions(bytes) }

  func run() {
    for _ in 0..<2 { if let host = makeHost() { hosts.append(host) } }
    guard hosts.count == 2 else { fault("no room for a host") }
    for _ in 0..<80 where !decisions.isEmpty { act() }
    for host in hosts where !host.isClosed { checkIsUsable(host) }
    for host in hosts { host.close() }
  }

  private func makeHost() -> LuaHost? {
    let limits = LuaLimits(memory: 4 << 20, maxBlock: 1 << 20, fuel: 50_000, wall: .seconds(5))
    guard let host = try? LuaHost(LuaOptions(limits: limits)) else { return nil }
    host.register(box)
    host.define(raw: "wait") { _ in .yield }
    host.define(raw: "refuse") { _ in throw Refused() }
    host.define(raw: "count") { .values($0.count) }
    host.define(raw: "too_many") { .values($0.count + 7) }
    host.define(raw: "act") { [unowned self] frame in
      inside(frame)
      return .values(0)
    }
    host.define(raw: "box") { [unowned self] frame in
      frame.push(Box(decisions.next(4)), as: box)
      return .values(1)
    }
    return host
  }

  private func checkIsUsable(_ host: LuaHost) {
    // An interrupt that found nothing running ends the next entry.
    if host.isInterrupted { if let late = try? host.load(LuaChunk(name: "late", source: "")) { try? host.call(late) } }
    do throws(LuaError) {
      let sum: Int = try host.call(try host.load(LuaChunk(name: "sum", source: "return 20 + 22")))
      if sum != 42 { fault("20 + 22 is \(sum)") }
    } catch {
      fault("the host is of no use afterwards: \(error)")
    }
  }

  private static let sources = [
    "return ...", "local a = wait(...) return a, wait(a)", "act() act() return box()", "error(...)", "error({1, ...})",
    "while true do end", "local t = {} while true do t[#t + 1] = #t end", "return pcall(wait, 1)",
    "return function() act() end",
    "local b = box() b.value = 7 act() return b:add(b.value)", "refuse()", "return pcall(refuse)",
    "return (count(1, 2, 3))",
    "return select('#', too_many(1, 2))", "local x <close> = setmetatable({}, {__close = act}) wait() act()",
    "return coroutine.wrap(function() act() coroutine.yield(wait()) end)()",
    "local function f() act() return f() end f()",
    "kept = kept or {} kept[#kept + 1] = box() return #kept", "for i = 1, 50 do act() end", "return", "(", "x = = 1",
    "coroutine.close(coroutine.create(act)) collectgarbage()",
    "table.sort({3, 2, 1}, function(a, b) act() return a < b end)",
  ]

  // MARK: Acts

  private func act() {
    let index = decisions.next(hosts.count)
    let host = hosts[index]
    switch decisions.next(16) {
    case 0, 1, 2: load(host)
    case 3, 4: call(host)
    case 5, 6: start(host)
    case 7, 8: resume(host)
    case 9: if let flow = pick(flows) { _ = host.fail(flow, LuaError("failed from outside")) }
    case 10: if let flow = pick(flows) { host.cancel(flow) }
    case 11: save(host, index)
    case 12: restore(index)
    case 13: host.collectGarbage()
    case 14: forget()
    default: rare(host, index)
    }
  }

  /// Acts out of a host function, while Lua runs.
  private func inside(_ frame: LuaFrame) {
    guard depth < 4 else { return }
    depth += 1
    defer { depth -= 1 }
    act()
    if decisions.next(4) == 0, frame.count > 0 { _ = frame.value(at: 1) }
  }

  private func load(_ host: LuaHost) {
    let source = Self.sources[decisions.next(Self.sources.count)]
    if let made = try? host.load(LuaChunk(name: "made", source: source)) { functions.append(made) }
  }

  private func call(_ host: LuaHost) {
    guard let function = pick(functions) else { return }
    switch decisions.next(4) {
    case 0: try? host.call(function)
    case 1: _ = try? host.call(function, decisions.next(9)) as Int
    case 2: _ = try? host.call(function, "text", LuaBytes([0, 255])) as LuaValue
    default: if let made = try? host.call(function, function) as LuaFunction { functions.append(made) }
    }
  }

  private func start(_ host: LuaHost) {
    guard let function = pick(functions) else { return }
    let arguments = decisions.next(3)
    let flow = try? host.makeFlow { frame in
      frame.push(function)
      for _ in 0..<arguments { frame.push(integer: 5) }
      return arguments
    }
    if let flow { flows.append(flow) }
  }

  private func resume(_ host: LuaHost) {
    guard let flow = pick(flows) else { return }
    let values = decisions.next(3)
    _ = host.resume(flow) { frame in
      if values == 2 { throw Refused() }
      for _ in 0..<values { frame.push(bool: true) }
      return values
    } read: { frame in
      for index in 0..<frame.count { _ = frame.value(at: index + 1) }
    }
  }

  private func save(_ host: LuaHost, _ index: Int) {
    guard points.count < 8, let point = try? host.snapshot() else { return }
    points.append((index, point))
  }

  private func restore(_ index: Int) {
    guard let saved = pick(points) else { return }
    let restored: Void? = try? hosts[index].restore(saved.point)
    if restored != nil, !hosts[index].equals(saved.point) { fault("a restored heap is not the saved one") }
  }

  private func forget() {
    if let index = pick(Array(functions.indices)) { functions.remove(at: index) }
    if let index = pick(Array(points.indices)) { points.remove(at: index) }
  }

  private func rare(_ host: LuaHost, _ index: Int) {
    switch decisions.next(6) {
    case 0: host.interrupt()
    case 1: host.exhaust(.fuel)
    case 2: try? host.charge(externalBytes: decisions.next(256) << 14)
    case 3: host.setGlobal("given", to: pick(functions))
    case 4: for flow in host.liveFlows() { _ = (host.isSuspended(flow), host.site(of: flow)) }
    default:
      host.close()
      // NB: a host that is closed out of one of its own functions is still on the stack.
      if depth == 0, let next = makeHost() { hosts[index] = next }
    }
  }

  private func pick<T>(_ values: [T]) -> T? { values.isEmpty ? nil : values[decisions.next(values.count)] }
}
