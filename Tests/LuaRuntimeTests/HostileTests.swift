import LuaRuntime
import Testing

/// One script that tries to hang, crash or leave its bounds, and how that may end.
struct Hostile: Sendable, CustomTestStringConvertible {
  enum End: Sendable { case fuel, memory, error, fine, any }

  var name: String
  var end: End
  var source: String
  var testDescription: String { name }

  init(_ name: String, _ end: End, _ source: String) {
    self.name = name
    self.end = end
    self.source = source
  }
}

@Suite struct HostileTests {
  @Test(arguments: Hostile.corpus) func aHostileScriptEndsAndLeavesTheHostUsable(_ script: Hostile) throws {
    let limits = LuaLimits(memory: 32 << 20, maxBlock: 8 << 20, fuel: 1_000_000, wall: .seconds(5))
    let bench = try Bench(LuaOptions(limits: limits))
    bench.host.define("nested") { [unowned host = bench.host] (f: LuaFunction) throws in try host.call(f) }
    let clock = ContinuousClock()
    let start = clock.now
    let error = bench.failure(script.source)
    #expect(clock.now - start < .seconds(10))
    switch script.end {
    case .fuel: #expect(error?.kind == .fuel, "\(String(describing: error))")
    case .memory: #expect(error?.kind == .memory || error?.kind == .fuel, "\(String(describing: error))")
    case .error: #expect(error != nil)
    case .fine: #expect(error == nil, "\(String(describing: error))")
    case .any: break
    }
    if error?.kind == .fuel { #expect(error?.site != nil) }
    #expect(try bench.run("return 1 + 1") == [.integer(2)])
    #expect(bench.host.memoryInUse < 34 << 20)
  }

  @Test(arguments: Hostile.corpus) func aHostileFlowEndsAndLeavesTheHostUsable(_ script: Hostile) throws {
    let limits = LuaLimits(memory: 32 << 20, maxBlock: 8 << 20, fuel: 500_000, wall: .seconds(5))
    let bench = try Bench(LuaOptions(limits: limits))
    bench.host.define("nested") { [unowned host = bench.host] (f: LuaFunction) throws in try host.call(f) }
    let flow = try bench.start(script.source)
    let error = bench.host.resume(flow).error
    if script.end == .fuel { #expect(error?.kind == .fuel, "\(String(describing: error))") }
    #expect(!bench.host.isSuspended(flow))
    #expect(try bench.run("return 1 + 1") == [.integer(2)])
  }
}

extension Hostile {
  static let corpus: [Hostile] = loops + protectedLoops + coroutines + strings + tables + loading + recursion

  private static let loops = [
    Hostile("while true", .fuel, "while true do end"),
    Hostile("repeat", .fuel, "repeat local x = 1 until false"),
    Hostile("goto", .fuel, "::a:: goto a"),
    Hostile("for", .fuel, "for i = 1, math.huge do end"),
    Hostile("endless iterator", .fuel, "for _ in function() return 1 end do end"),
    Hostile(
      "__index function", .any, "local t = setmetatable({}, {__index = function(t, k) return t[k] end}) return t.x"),
    Hostile("__index loop", .error, "local t = {} setmetatable(t, {__index = t}) return t.x"),
    Hostile(
      "__index chain", .any,
      "local t = {} for i = 1, 1900 do t = setmetatable({}, {__index = t}) end while true do local x = t.x end"),
    Hostile(
      "collectgarbage loop", .fuel, "local t = {} for i = 1, 1e4 do t[i] = {} end while true do collectgarbage() end"),
    Hostile("print loop", .fuel, "while true do print(('x'):rep(10000)) end"),
    Hostile("error loop", .fuel, "while true do pcall(error, 'x') end"),
  ]

  private static let protectedLoops = [
    Hostile("pcall loop", .fuel, "while true do pcall(function() while true do end end) end"),
    Hostile("xpcall handler", .fuel, "xpcall(function() while true do end end, function() while true do end end)"),
    Hostile("xpcall handler on error", .fuel, "xpcall(error, function() while true do end end)"),
    Hostile("xpcall of xpcall", .fuel, "local function f() xpcall(function() while true do end end, f) f() end f()"),
    Hostile("handler raises", .error, "local function h() error('again') end error(select(2, xpcall(error, h)))"),
    Hostile(
      "__close loop", .fuel, "do local x <close> = setmetatable({}, {__close = function() while true do end end}) end"),
    Hostile(
      "__close after fuel", .fuel,
      "local x <close> = setmetatable({}, {__close = function() while true do end end}) while true do end"),
    Hostile(
      "__close in pcall loop", .fuel,
      """
      local mt = {__close = function() while true do end end}
      while true do pcall(function() local x <close> = setmetatable({}, mt) error('x') end) end
      """),
    Hostile(
      "nested host calls", .fuel,
      "nested(function() pcall(nested, function() while true do end end) while true do end end)"),
    Hostile("nested too deeply", .error, "local function f() nested(f) end f()"),
    Hostile("__gc", .error, "setmetatable({}, {__gc = function() while true do end end})"),
    Hostile("__tostring loop", .fuel, "tostring(setmetatable({}, {__tostring = function() while true do end end}))"),
    Hostile(
      "__tostring recursion", .error,
      "local t t = setmetatable({}, {__tostring = function() return tostring(t) end}) tostring(t)"),
  ]

  private static let coroutines = [
    Hostile(
      "coroutine loop", .fuel, "coroutine.resume(coroutine.create(function() while true do end end)) while 1 do end"),
    Hostile("wrap loop", .fuel, "while true do coroutine.wrap(function() coroutine.yield() end)() end"),
    Hostile("wrap in pcall", .fuel, "while true do pcall(coroutine.wrap(function() while true do end end)) end"),
    Hostile("coroutine recursion", .error, "local function f() return coroutine.wrap(f)() end f()"),
    Hostile("coroutine pile", .memory, "local t = {} while true do t[#t + 1] = coroutine.create(print) end"),
    Hostile(
      "close loop", .fuel,
      """
      local co = coroutine.create(function()
        local x <close> = setmetatable({}, {__close = function() while true do end end})
        coroutine.yield()
      end)
      coroutine.resume(co)
      while true do pcall(coroutine.close, co) end
      """),
    Hostile(
      "close nests", .any,
      """
      local function make(n)
        local co = coroutine.create(function()
          local inner = n > 0 and make(n - 1)
          local x <close> = setmetatable({}, {__close = function() if inner then coroutine.close(inner) end end})
          coroutine.yield()
        end)
        coroutine.resume(co)
        return co
      end
      local co
      for i = 1, 30000 do
        local inner = co
        co = coroutine.create(function()
          local x <close> = setmetatable({}, {__close = function() if inner then coroutine.close(inner) end end})
          coroutine.yield()
        end)
        coroutine.resume(co)
      end
      coroutine.close(co)
      """),
    Hostile(
      "close in deep calls", .any,
      """
      local co
      for i = 1, 5000 do
        local inner = co
        co = coroutine.create(function()
          local x <close> = setmetatable({}, {__close = function()
            local function deep(n)
              if n == 0 then return inner and coroutine.close(inner) end
              return (string.gsub('x', 'x', function() deep(n - 1) end))
            end
            deep(150)
          end})
          coroutine.yield()
        end)
        coroutine.resume(co)
      end
      coroutine.close(co)
      """),
    Hostile("yield outside", .error, "coroutine.yield(1)"),
    Hostile("resume the running", .error, "assert(coroutine.resume(coroutine.running()))"),
    Hostile("close the running", .error, "coroutine.close(coroutine.running())"),
    Hostile("wrap resumes itself", .error, "local f f = coroutine.wrap(function() f() end) f()"),
    Hostile("yield in sort", .error, "coroutine.wrap(function() table.sort({3, 2, 1}, coroutine.yield) end)()"),
    Hostile(
      "yield in __close of close", .any,
      """
      local co = coroutine.create(function()
        local x <close> = setmetatable({}, {__close = function() coroutine.yield() end})
        coroutine.yield()
      end)
      coroutine.resume(co)
      assert(coroutine.close(co))
      """),
  ]

  private static let strings = [
    Hostile("rep of nothing", .fine, "return string.rep('', 1 << 62)"),
    Hostile("rep huge", .error, "return ('x'):rep(1 << 40)"),
    Hostile("rep overflow", .error, "return ('xxxxxxxx'):rep(1 << 61)"),
    Hostile("rep separator overflow", .error, "return ('x'):rep(1 << 61, 'yyyyyyyyyyyyyyy')"),
    Hostile("rep loop", .fuel, "while true do local s = ('x'):rep(1 << 22) end"),
    Hostile("concat doubling", .memory, "local s = 'x' while true do s = s .. s end"),
    Hostile("upper loop", .fuel, "local s = ('x'):rep(1 << 22) while true do s:upper() end"),
    Hostile(
      "compare loop", .any, "local s = ('x'):rep(1 << 20) local t = s .. 'y' for i = 1, 1e4 do local x = s < t end"),
    Hostile("pattern alternatives", .fuel, "return ('a'):rep(28):match(('a?'):rep(28) .. ('a'):rep(28))"),
    Hostile("pattern lazy", .fuel, "return string.find(('a'):rep(10000), '.-.-.-.-b$')"),
    Hostile("pattern greedy", .fuel, "return string.find(('a'):rep(10000), '.*.*.*.*b')"),
    Hostile("gsub bomb", .fuel, "return ('a'):rep(100000):gsub('.-b', '')"),
    Hostile("gmatch bomb", .fuel, "for _ in ('a'):rep(100000):gmatch('.-.-b') do end"),
    Hostile("pattern depth", .error, "return ('a'):rep(1000):match(('(a'):rep(300))"),
    Hostile("pattern balance", .fuel, "return ('('):rep(100000):gsub('%b()', '')"),
    Hostile("pattern set", .fuel, "local p = '[' .. ('b'):rep(100000) .. ']' return ('a'):rep(100000):find(p)"),
    Hostile("back references", .fuel, "return ('a'):rep(20000):find('(.+)%1%1b')"),
    Hostile("gsub growth", .memory, "return ('a'):rep(1 << 20):gsub('a', ('b'):rep(1 << 10))"),
    Hostile("gsub recursion", .error, "local function f() return (('x'):gsub('x', f)) end f()"),
    Hostile("plain find", .fine, "return ('a'):rep(1 << 20):find(('a'):rep(1 << 10) .. 'b', 1, true)"),
    Hostile("format width", .error, "return string.format('%999999999d', 1)"),
    Hostile("format pointer", .error, "return string.format('%p', {})"),
    Hostile("format many", .error, "return string.format(('%s'):rep(300))"),
    Hostile("pack huge", .error, "return string.pack('c1000000000', 'x')"),
    Hostile("pack format", .error, "return string.pack(('!16 i17'):rep(3), 1)"),
    Hostile("utf8 loop", .fuel, "local s = ('x'):rep(1 << 22) while true do utf8.len(s) end"),
    Hostile("byte many", .error, "return ('x'):rep(1 << 22):byte(1, -1)"),
    Hostile(
      "tostring pile", .memory, "local t = {} for i = 1, math.huge do t[i] = ('%d%s'):format(i, ('x'):rep(500)) end"),
  ]

  private static let tables = [
    Hostile("move huge", .error, "table.move({}, 1, 1 << 40, 2)"),
    Hostile("move all", .error, "table.move({}, math.mininteger, math.maxinteger, 2)"),
    Hostile("move loop", .fuel, "while true do table.move({}, 1, 1 << 20, 2) end"),
    Hostile("insert fake", .error, "table.insert(setmetatable({}, {__len = function() return 1 << 40 end}), 1, 'x')"),
    Hostile(
      "insert max", .error, "table.insert(setmetatable({}, {__len = function() return math.maxinteger end}), 1, 'x')"),
    Hostile("remove fake", .error, "table.remove(setmetatable({}, {__len = function() return 1 << 40 end}), 1)"),
    Hostile(
      "remove fake loop", .fuel,
      "while true do table.remove(setmetatable({}, {__len = function() return 1 << 23 end}), 1) end"),
    Hostile("concat fake", .error, "table.concat(setmetatable({}, {__len = function() return 1 << 40 end}))"),
    Hostile("concat range", .error, "table.concat({}, '', 1, math.maxinteger)"),
    Hostile("unpack huge", .error, "return table.unpack({}, 1, 1e7)"),
    Hostile("unpack overflow", .error, "return table.unpack({}, math.mininteger, math.maxinteger)"),
    Hostile("sort fake", .error, "table.sort(setmetatable({}, {__len = function() return 1 << 40 end}))"),
    Hostile(
      "sort liar", .fine, "local t = {} for i = 1, 1000 do t[i] = i % 7 end table.sort(t, function() return true end)"),
    Hostile("sort loop", .fuel, "local t = {} for i = 1, 1e4 do t[i] = -i end while true do table.sort(t) end"),
    Hostile("sort raises", .error, "table.sort({3, 2, 1}, function() error('x') end)"),
    Hostile(
      "next over holes", .fuel,
      "local t = {} for i = 1, 1e5 do t[i] = i end for i = 1, 1e5 - 1 do t[i] = nil end while true do next(t) end"),
    Hostile(
      "pairs loop", .fuel,
      "local t = {} for i = 1, 1e4 do t['k' .. i] = i end while true do for k in pairs(t) do end end"),
    Hostile(
      "next thrash", .fuel,
      "local t = {} for i = 1, 1e4 do t['k' .. i] = i end while true do for k in next, t do next(t, 'k1') end end"),
    Hostile("table growth", .memory, "local t = {} for i = 1, math.huge do t[i] = i end"),
    Hostile("hash growth", .memory, "local t = {} for i = 1, math.huge do t[i + 0.5] = i end"),
    Hostile(
      "ipairs endless", .fuel, "for i in ipairs(setmetatable({}, {__index = function(t, i) return i end})) do end"),
    Hostile("select", .error, "return select(-1)"),
    Hostile("lock string", .error, "string.rep = nil"),
    Hostile("lock by rawset", .error, "rawset(string, 'rep', nil)"),
    Hostile("lock by insert", .error, "table.insert(table, 'x')"),
    Hostile("string metatable", .error, "getmetatable('').__index = nil"),
    Hostile("pairs gives no way in", .error, "local _, t = pairs(string) t.rep = 1"),
  ]

  private static let loading = [
    Hostile("load loop", .fuel, "while true do load('return 1') end"),
    Hostile("load endless reader", .any, "assert(load(function() return 'x = 1 ' end))"),
    Hostile("load comments", .any, "assert(load(function() return '--' .. ('x'):rep(1 << 20) end))"),
    Hostile("load binary", .error, "assert(load('\\27Lua'))"),
    Hostile("load parens", .error, "assert(load('return ' .. ('('):rep(10000)))"),
    Hostile("load blocks", .error, "assert(load(('do '):rep(10000)))"),
    Hostile("load concat", .error, "assert(load('return ' .. ('a..'):rep(100000) .. 'a'))"),
    Hostile("load locals", .error, "assert(load(('local a '):rep(300)))"),
    Hostile("reader recursion", .error, "local function r() return load(r) end assert(r())"),
    Hostile("no debug", .error, "return debug.getinfo(1)"),
    Hostile("no io", .error, "return io.open('/etc/passwd')"),
    Hostile("no dump", .error, "return string.dump(print)"),
    Hostile("no package", .error, "return package.loadlib"),
    Hostile("no module", .error, "require 'x'"),
    Hostile("module name", .error, "require '../x'"),
  ]

  private static let recursion = [
    Hostile("recursion", .error, "local function f() return 1 + f() end f()"),
    Hostile("pcall recursion", .any, "local function f() return pcall(f) end f()"),
    Hostile("xpcall recursion", .any, "local function f() return xpcall(f, f) end f()"),
    Hostile("varargs", .error, "local function f(...) return f(1, ...) end f()"),
    Hostile("tail calls", .fuel, "local function f() return f() end f()"),
    Hostile("__call chain", .error, "local t = {} setmetatable(t, {__call = t}) t()"),
    Hostile(
      "__eq recursion", .error,
      "local m = {} m.__eq = function(a, b) return a == b end return setmetatable({}, m) == setmetatable({}, m)"),
    Hostile(
      "__concat", .error, "local m = {} m.__concat = function(a, b) return a .. b end return setmetatable({}, m) .. 'x'"
    ),
    Hostile("error object", .error, "error(setmetatable({}, {__tostring = function() while true do end end}))"),
    Hostile("error nil", .error, "error()"),
    Hostile("memory by closures", .memory, "local t = {} while true do t[#t + 1] = function() return t end end"),
    Hostile(
      "memory kept by pcall", .memory,
      "local t = {} while true do pcall(function() t[#t + 1] = ('x'):rep(1 << 20) .. #t end) end"),
  ]
}
