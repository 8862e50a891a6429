import Foundation
import Testing

@testable import LuaRuntime

/// The libraries answer as Lua's do, but for what docs/LUA.md names.
@Suite struct LibraryTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Library")

  @Test func cornersAreThoseOfLua() throws {
    let name = "corners.lua"
    let source = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
    let expected = try String(contentsOf: Self.folder.appendingPathComponent("corners.txt"), encoding: .utf8)
    let bench = try Bench(LuaOptions(limits: LuaLimits(fuel: 100_000_000)))
    try bench.run(source, name: name)
    let lines = bench.lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }.map(String.init)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    #expect(lines.count > 190)
    for (line, want) in zip(lines, wanted) { #expect(line == want) }
    #expect(lines.count == wanted.count)
  }

  @Test func sortIsStableAndOutlivesAnInconsistentComparator() throws {
    let bench = try Bench()
    try bench.run(
      """
      local list = {}
      for i, key in ipairs { 2, 1, 2, 1, 2 } do list[i] = { key = key, place = i } end
      table.sort(list, function(a, b) return a.key < b.key end)
      for _, entry in ipairs(list) do print(entry.key, entry.place) end
      print(pcall(table.sort, { 4, 3, 2, 1 }, function() return true end))
      """)
    #expect(bench.lines == ["1\t2", "1\t4", "2\t1", "2\t3", "2\t5", "true"])
  }

  @Test func whatIsNotThereSaysSo() throws {
    let bench = try Bench()
    try bench.run(
      """
      for _, name in ipairs { "io", "debug", "package", "dofile", "loadfile" } do print(name, _G[name]) end
      print(string.dump, getmetatable(""))
      print(pcall(setmetatable, {}, { __gc = print }))
      print(pcall(string.format, "%p", {}))
      print(pcall(function() string.trim = 1 end))
      print(load("\\27Lua"))
      """)
    #expect(
      bench.lines == [
        "io\tnil", "debug\tnil", "package\tnil", "dofile\tnil", "loadfile\tnil", "nil\tfalse",
        "false\tfinalizers (__gc) are not available",
        "false\tinvalid conversion '%p' to 'format': addresses are not available",
        "false\ttest.lua:5: cannot assign field 'trim' of a protected table",
        "nil\tload: this is a compiled Lua chunk; only source text can be run",
      ])
  }

  @Test func keysComeInOneOrder() throws {
    let bench = try Bench()
    try bench.run(
      """
      local first, second = {}, {}
      local t = { [second] = 7, b = 4, [true] = 5, [2.5] = 2, [-1] = 1, a = 3, [1] = 0 }
      t[first] = 6
      local seen = {}
      for _, value in pairs(t) do seen[#seen + 1] = value end
      print(table.concat(seen, " "))
      """)
    // Objects by their making: `first` before `second`.
    #expect(bench.lines == ["0 1 2 3 4 5 6 7"])
  }

  @Test func aStackOfManySlotsIsRefused() throws {
    let bench = try Bench(LuaOptions(limits: LuaLimits(fuel: 100_000_000)))
    #expect(bench.failure("local function f() return 1 + f() end f()")?.message == "stack overflow")
    try bench.run("print(select('#', table.unpack({}, 1, 10000)), pcall(table.unpack, {}, 1, 1000001))")
    #expect(bench.lines == ["10000\tfalse\ttoo many results to unpack"])
  }
}
