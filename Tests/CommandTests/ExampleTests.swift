import Foundation
import Testing

/// The shipped examples print what their `expected.txt` says, and the same bytes in every fresh process.
@Suite struct ExampleTests {
  static let examples = [
    "unsaved-changes", "misplaced-guardian", "login-gate", "impatient-reopen", "interactive-dismiss-disabled",
    "sheet-item-state", "dismiss-guardian", "allow-auto-dismiss", "photo-picker",
  ]

  /// How often each example is repeated; `MOONSHEET_ROUNDS` scales it.
  static let rounds = Int(ProcessInfo.processInfo.environment["MOONSHEET_ROUNDS"] ?? "") ?? 10

  @Test("an example prints its expected trace", arguments: examples)
  func expectedTrace(_ name: String) throws {
    let run = try moonsheet("run", "Examples/\(name)/flow.lua")
    let expected = try String(
      contentsOf: Built.root.appendingPathComponent("Examples/\(name)/expected.txt"), encoding: .utf8)
    #expect(run.output == expected)
    #expect(run.status == 0)
  }

  @Test("every example with a flow is one of these, and every spec beside one passes")
  func allExamples() throws {
    let folder = Built.root.appendingPathComponent("Examples")
    let flows = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent("\($0)/flow.lua").path)
    }
    #expect(Set(flows) == Set(Self.examples))
    let run = try moonsheet("test", "-o", "dots", "Examples")
    #expect(run.status == 0, "\(run.output)")
  }

  @Test("a script's own folder cannot stand in for a pattern, and a spec and busted's dialect find it, too")
  func patternsComeFirst() throws {
    let folder = try ScratchFolder()
    try folder.write("return 'not this'", to: "moonsheet/patterns/sheet_item_state.lua")
    try folder.write("print(type((require 'moonsheet.patterns.sheet_item_state')))", to: "flow.lua")
    let spec = """
      it("finds it", function()
        assert.are.equal("function", type((require "moonsheet.patterns.sheet_item_state")))
      end)
      """
    try folder.write(spec, to: "pattern_spec.lua")
    #expect(try moonsheet(["run", "flow.lua"], in: folder.url).output == "function\n")
    #expect(try moonsheet(["test"], in: folder.url).status == 0)
    #expect(try moonsheet(["test", "--busted"], in: folder.url).status == 0)
  }

  @Test("an example prints the same bytes in fresh processes", arguments: examples)
  func sameBytes(_ name: String) throws {
    let first = try moonsheet("run", "--json", "Examples/\(name)/flow.lua")
    for _ in 1..<max(2, Self.rounds) {
      let again = try moonsheet("run", "--json", "Examples/\(name)/flow.lua")
      #expect(again.output == first.output)
      #expect(again.errors == first.errors)
    }
  }

  @Test("iterated tables, random numbers and printed objects are the same bytes in fresh processes")
  func determinism() throws {
    let script = """
      local t = { 3, 1, x = 1, yy = 2, [true] = 3, [2.5] = 4, [-7] = 5 }
      for i = 1, 40 do t["key" .. i * 7919 % 101] = i end
      t[{}] = "table" t[print] = "function"
      for k, v in pairs(t) do print(k, v) end
      print(next({ b = 1, a = 2 }))
      print({}, function() end, coroutine.create(print), print, sheet "S", binding(1, "b"), token())
      print(math.random(), math.random(1, 1000), math.random(0))
      for i = 1, 3 do print(math.random(100)) end
      print(os.time(), os.clock(), string.format("%s", {}))
      """
    let first = try moonsheet("run", "--seed", "42", "-", input: script)
    #expect(first.status == 0, "\(first.errors)")
    #expect(!first.output.contains("0x"))
    for _ in 1..<max(2, Self.rounds) {
      #expect(try moonsheet("run", "--seed", "42", "-", input: script).output == first.output)
    }
    let other = try moonsheet("run", "--seed", "43", "-", input: script)
    #expect(other.output != first.output)
  }

  @Test(
    "where memory ends is the same in fresh processes, wherever their memory lies",
    arguments: [
      "return { n, tostring(n) }", "return ('x'):rep(1000) .. n", "return coroutine.create(print)",
      "return function() return n end", "return sheet('S' .. n)", "return ('a'):rep(n * 100)",
    ])
  func memoryEnds(_ make: String) throws {
    let script = """
      local kept, n = {}, 0
      local ok, why = pcall(function()
        while true do
          n = n + 1
          kept[n] = (function() \(make) end)()
        end
      end)
      kept = nil
      print(n, why)
      error(n)
      """
    func fill() throws -> ToolRun {
      try moonsheet("run", "--limit-memory", "8", "--limit-fuel", "1000000000", "-", input: script)
    }
    let first = try fill()
    // What scripts make on the host's side is not theirs to catch.
    #expect("\(first.output)\(first.errors)".contains("not enough memory"))
    for _ in 1...3 {
      let again = try fill()
      #expect(again.output == first.output)
      #expect(again.errors == first.errors)
    }
  }

  @Test("a thousand hosts made, used and closed leave nothing alive")
  func nothingIsLeft() throws {
    // Blocks that the address sanitizer would keep aside are no leak.
    let run = try runExecutable(
      "LiveCounts", "1000", environment: ["ASAN_OPTIONS": "quarantine_size_mb=0:detect_leaks=0"])
    let said = "failures 0, hosts 0, boxes 0, slots 0, regions 0, KiB more in the second half "
    #expect(run.output.hasPrefix(said), "\(run.output)")
    // NB: classes that closures of their own held were 7,000 of them, and counted nowhere.
    let more = try #require(Int(run.output.dropFirst(said.count).dropLast()))
    #expect(more < 1024)
    #expect(run.status == 0)
  }
}
