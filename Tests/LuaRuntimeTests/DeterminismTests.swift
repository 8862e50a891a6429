import Testing

@testable import LuaRuntime

struct DeterminismTests {
  @Test func hostsHashStringsAlike() throws {
    let host = try LuaHost()
    defer { host.close() }
    // NB: cures itself where Lua's layout is another; the flag says so.
    #expect(host.hashesAlike)
  }

  /// Tables with holes, with removed fields and with objects for keys show how their keys are hashed.
  private let layout = """
    local t = {}
    for i = 1, 200 do t["field" .. i] = i end
    for i = 1, 190 do t["field" .. i] = nil end
    local keys = {}
    for i = 1, 50 do keys[i] = {} t[keys[i]] = i end
    for i = 1, 40 do t[keys[i]] = nil end
    for i = 1, 33, 3 do t[i] = i end
    t[7], t[8], t[9] = nil, 1, 1
    local weak = setmetatable({}, {__mode = "k"})
    for i = 1, 64 do weak[{}] = i end
    local s = {}
    for i = 1, 500 do s[#s + 1] = ("x"):rep(i % 60) .. i end
    return #t, collectgarbage("count"), #table.concat(s)
    """

  @Test func twoHostsLayTablesOutAlike() throws {
    let first = try Bench(), second = try Bench()
    try second.run("return {}")
    try first.run("return {}")
    #expect(try first.run(layout) == second.run(layout))
  }
}
