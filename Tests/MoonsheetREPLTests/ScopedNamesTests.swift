import Testing

@testable import MoonsheetREPL

@Suite struct ScopedNamesTests {
  /// Each name that means something from outside or a top-level local, in order: `x` or `x@0`.
  private static func names(_ source: String) -> [String] {
    ScopedNames(Array(source.utf8)).references.map { $0.name + ($0.declaration.map { "@\($0)" } ?? "") }
  }

  @Test(
    "names mean what they mean to Lua",
    arguments: [
      ("local a = a local b, a = a, b return a, b", ["a", "a@0", "b", "a@2", "b@1"]),
      ("local function f() return f end f()", ["f@0", "f@0"]),
      ("local f = function() return f end", ["f"]),
      ("local a = 1 do local a = a a = 2 end a = 3", ["a@0", "a@0"]),
      ("local x for x = x, y do print(x) end for x, z in x do z(x) end", ["x@0", "y", "print", "x@0"]),
      ("local x repeat local x = 1 until x x = x", ["x@0", "x@0"]),
      ("local x if x then local x = 1 f(x) elseif x then x = 1 else local x x = 2 end", ["x@0", "f", "x@0", "x@0"]),
      ("local x function t.x.y(x) return x end function t:m(y) return self, x, y end", ["t", "t", "x@0"]),
      ("function g(...) return g, ... end", ["g", "g"]),
      (
        "local x t = { x = x, [x] = 1, x; { x } } t.x = t['x'] t:x(x) t.x 'x' { x }",
        [
          "t", "x@0", "x@0", "x@0", "x@0", "t", "t", "t", "x@0", "t", "x@0",
        ]
      ),
      (
        "goto x do local x ::x:: end local x <const>, y <close> = x f(-x, not y, #x .. y)",
        [
          "x", "f", "x@0", "y@1", "x@0", "y@1",
        ]
      ),
      ("local s = [[x]] -- x\nlocal n = 0x1p4 s = ('x'):rep(n) (x)()", ["s@0", "n@1", "x"]),
      ("while x do local x = 1 break end return (function(x) return x end)(x), ...", ["x", "x"]),
    ])
  func meanings(_ source: String, _ wanted: [String]) {
    #expect(Self.names(source) == wanted)
  }

  @Test("top-level declarations, and where statements begin and end")
  func statements() {
    let source = "local a <const>, b = f(1), 2 print(a) local function g() local h end local c"
    let scoped = ScopedNames(Array(source.utf8))
    #expect(scoped.declarations.map(\.name) == ["a", "b", "g", "c"])
    let text = { (range: Range<Int>) in String(decoding: Array(source.utf8)[range], as: UTF8.self) }
    #expect(
      scoped.statements.map { text($0.word.lowerBound..<$0.end) } == [
        "local a <const>, b = f(1), 2", "local function g() local h end", "local c",
      ])
    #expect(
      scoped.beginnings.map { text($0..<source.utf8.count).prefix(7) } == ["local a", "print(a", "local f", "local c"])
  }
}
