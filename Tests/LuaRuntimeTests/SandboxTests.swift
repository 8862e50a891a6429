import LuaRuntime
import Testing

private struct Modules: LuaModuleSource {
  var texts: [String: String]
  func chunk(named name: String) throws -> LuaChunk? {
    texts[name].map { LuaChunk(name: "\(name).lua", source: $0) }
  }
}

@Suite struct SandboxTests {
  private static let program = """
    local t = {}
    for i = 1, 50 do t['k' .. i] = i; t[i * 1.5] = i; t[-i] = true end
    t[print] = 1 t[function() end] = 2 t[{}] = 3 t[coroutine.create(print)] = 4 t[true] = 5 t[false] = 6
    local keys = {}
    for k in pairs(t) do keys[#keys + 1] = tostring(k) end
    for k, v in next, t do keys[#keys + 1] = tostring(v) end
    for i = 1, 20 do keys[#keys + 1] = tostring(math.random(1000)) end
    keys[#keys + 1] = tostring({}) .. tostring(print) .. tostring(function() end) .. os.date() .. os.time() .. 0/0
    local s = {} for i = 1, 300 do s[i] = {k = i % 3, i = i} end
    table.sort(s, function(a, b) return a.k < b.k end)
    for i = 1, #s do keys[#keys + 1] = s[i].i end
    return table.concat(keys, ',')
    """

  @Test func theSameScriptGivesTheSameBytesInTwoHosts() throws {
    let first = try Bench(LuaOptions(seed: 7)).run(Self.program)
    #expect(try Bench(LuaOptions(seed: 7)).run(Self.program) == first)
    #expect(try Bench(LuaOptions(seed: 8)).run(Self.program) != first)
    #expect(!first[0].description.contains("0x"))
  }

  @Test func pairsAndNextShareOneOrder() throws {
    let order = try Bench().run(
      """
      local t = {10, 20, [5] = 50, [-1] = 0, [2.5] = 1, b = 1, a = 1, B = 1, [true] = 1, [false] = 1}
      local a, b = {}, {}
      for k in pairs(t) do a[#a + 1] = tostring(k) end
      for k in next, t do b[#b + 1] = tostring(k) end
      return table.concat(a, ' '), table.concat(b, ' ')
      """)
    #expect(order == Array(repeating: .string("1 2 -1 2.5 5 B a b false true"), count: 2))
  }

  @Test func fieldsMayBeClearedDuringATraversal() throws {
    #expect(
      try Bench().run(
        """
        local t, n = {}, 0
        for i = 1, 100 do t[i] = i t['k' .. i] = i end
        for k in pairs(t) do t[k] = nil n = n + 1 end
        for i = 1, 100 do t['k' .. i] = i end
        for k in next, t do t[k] = nil n = n + 1 end
        return n, next(t)
        """) == [.integer(300), .nil])
  }

  @Test func librariesAndStringMethodsCannotBeChanged() throws {
    let bench = try Bench()
    #expect(bench.failure("string.rep = nil")?.message == "cannot assign field 'rep' of a protected table")
    #expect(bench.failure("math.pi = 3") != nil)
    #expect(
      try bench.run("return getmetatable(''), getmetatable(string), ('x'):rep(2)")
        == [.bool(false), .bool(false), .string("xx")])
    #expect(try bench.run("local n = 0 for k in pairs(string) do n = n + 1 end return n > 10") == [.bool(true)])
  }

  @Test func protectedGlobalsSeeTheFirstWriteAndUndefinedReads() throws {
    let bench = try Bench()
    var defined: [String] = []
    bench.host.protect(
      primitives: [("present", 1)],
      undefined: { $0 == "allowed" ? nil : LuaError("undefined '\($0)'") },
      defined: { name in
        defined.append(name)
        return name == "present" ? LuaError("'present' is a primitive") : nil
      })
    #expect(
      try bench.run("x = 1 x = 2 y = nil return x, present, allowed, rawget(_G, 'present')")
        == [.integer(2), .integer(1), .nil, .nil])
    #expect(defined == ["x", "y"])
    #expect(bench.failure("\npresent = 2")?.description == "test.lua:2: 'present' is a primitive")
    #expect(bench.failure("rawset(_G, 'present', 2)")?.message == "'present' is a primitive")
    #expect(bench.failure("\n\nreturn nothing")?.description == "test.lua:3: undefined 'nothing'")
    #expect(bench.failure("setmetatable(_G, nil)") != nil)
  }

  @Test func requireRunsAModuleOnceAndNamesCycles() throws {
    let modules = Modules(texts: [
      "a": "n = (n or 0) + 1 return {n = n}", "x": "require 'y'", "y": "require 'z'", "z": "require 'x'",
      "bad": "\nerror('inside')", "none": "",
    ])
    let bench = try Bench(LuaOptions(modules: modules))
    #expect(
      try bench.run("return require('a') == require('a'), require('a').n, require('none')")
        == [.bool(true), .integer(1), .bool(true)])
    #expect(bench.failure("require 'x'")?.message == "modules require each other: x -> y -> z -> x")
    #expect(bench.failure("require 'bad'")?.site == LuaError.Site(chunk: "bad.lua", line: 2))
    #expect(bench.failure("require 'missing'")?.message == "no module 'missing'")
    #expect(bench.failure("require 'x'")?.message == "modules require each other: x -> y -> z -> x")
  }

  @Test func aModuleMayWait() throws {
    let bench = try Bench(LuaOptions(modules: Modules(texts: ["m": "return wait()"])))
    bench.host.define(raw: "wait") { _ in .yield }
    let flow = try bench.start("print(require('m'), require('m'))")
    #expect(bench.host.resume(flow).isWaiting)
    #expect(
      bench.host.resume(flow) {
        $0.push(5); return 1
      }.isFinished)
    #expect(bench.lines == ["5\t5"])
  }

  @Test func theClockIsTheHosts() throws {
    let bench = try Bench()
    bench.host.clock = { 1500 }
    #expect(
      try bench.run("return os.clock(), os.time(), os.date('%Y-%m-%d %H:%M:%S')")
        == [.number(1.5), .integer(1), .string("1970-01-01 00:00:01")])
  }

  @Test func patternsBehaveAsInLua() throws {
    #expect(
      try Bench().run(
        """
        return ('hello world'):find('o w'), ('key = value'):match('^(%w+)%s*=%s*(%w+)$'), ('abc'):gsub('', '-'),
          ('THE (quick) fox'):find('%((%a+)%)'), ('x^2'):find('^', 1, true), ('a,b,,c'):gsub(',', ';', 2),
          ('THE (quick) fox'):gsub('%f[%a]%a+', string.lower), ('()()'):match('%b()()')
        """)[0] == .integer(5))
    #expect(
      try Bench().run("return ('key = value'):match('^(%w+)%s*=%s*(%w+)$')") == [.string("key"), .string("value")])
    #expect(try Bench().run("return ('abc'):gsub('', '-')") == [.string("-a-b-c-"), .integer(4)])
    #expect(try Bench().run("return ('abc'):gsub('%w', '%0%0')") == [.string("aabbcc"), .integer(3)])
    #expect(try Bench().run("return ('one two'):gsub('(%w+) (%w+)', '%2 %1')") == [.string("two one"), .integer(1)])
    #expect(try Bench().run("return ('abc'):gsub('b', {b = 1})") == [.string("a1c"), .integer(1)])
    #expect(
      try Bench().run("return ('THE (quick) fox'):find('%((%a+)%)')")
        == [.integer(5), .integer(11), .string("quick")])
    #expect(
      try Bench().run("local r = '' for k, v in ('a=1, b=2'):gmatch('(%w+)=(%w+)') do r = r .. k .. v end return r")
        == [.string("a1b2")])
    #expect(try Bench().run("return ('hello'):match('()ll()')") == [.integer(3), .integer(5)])
    #expect(
      try Bench().run("return ('a]b'):match('[]]'), ('a-b'):match('[a%-]+'), ('f(a(b)c)d'):match('%b()')")
        == [.string("]"), .string("a-"), .string("(a(b)c)")])
  }

  private struct OneModule: LuaModuleSource {
    func chunk(named name: String) throws -> LuaChunk? {
      LuaChunk(
        name: name, source: "mine = 1 own = print ~= nil _G.also = 2 return {mine = mine, also = also}")
    }
  }

  @Test func aModuleReadsGlobalsAndKeepsItsOwn() throws {
    let b = try Bench(LuaOptions(modules: OneModule()))
    let found = try b.run("local m = require 'a' return m.mine, m.also, mine, also, own")
    #expect(found == [.integer(1), .integer(2), .nil, .nil, .nil])
  }

  @Test func nextRefusesAKeyThatNeverWasThere() throws {
    let b = try Bench()
    #expect(b.failure("return next({a = 1}, 'b')")?.message == "invalid key to 'next'")
    #expect(try b.run("local t = {a = 1, b = 2} t.a = nil return (next(t, 'a'))") == [.string("b")])
  }

  @Test func aNumberThatIsNoneIsWrittenAlikeEverywhere() throws {
    let b = try Bench()
    #expect(try b.run("return string.format('%g %.1f %s', 0 / 0, -(0 / 0), 0 / 0)") == [.string("nan nan nan")])
  }

  @Test func iteratorsHaveAnOrderAndAName() throws {
    let b = try Bench()
    let text = """
      local t = {}
      t[ipairs({})] = 1
      t[utf8.codes("")] = 2
      t[print] = 3
      local order = {}
      for _, v in pairs(t) do order[#order + 1] = v end
      return table.concat(order), tostring(ipairs({}))
      """
    #expect(try b.run(text) == [.string("213"), .string("function: builtin ipairs iterator")])
  }
}
