import LuaRuntime
import Testing

/// What a host has only once a script uses it: the fields of classes, and lazy tables.
struct LazyTests {
  private struct Point: Hashable {
    var x: Int
  }

  private final class Box {
    var value = 1
    var asked: [String] = []
  }

  @Test func aFieldThatIsAddedWhenItIsUsedIsAskedForOnceWhateverIsRestored() throws {
    let b = try Bench()
    let box = Box()
    let points = LuaClass<Point>("point")
    points.later = { [unowned points] name in
      box.asked.append(name)
      if name == "x" { points.property("x", get: { $0.x }, set: { _, new in box.value = new }) }
      if name == "twice" { points.method("twice") { (point: Point) in point.x * 2 } }
    }
    b.host.setGlobal("p", to: points.reference(to: Point(x: 4)))
    let point = try b.host.snapshot()
    for _ in 0..<3 {
      #expect(
        try b.run("p.x = 7 return p.x, p:twice(), p.twice == p.twice") == [.integer(4), .integer(8), .bool(true)])
      try b.host.restore(point)
    }
    #expect(box.value == 7)
    #expect(box.asked == ["x", "twice"])
  }

  @Test func aFieldIsReadOnlyOrUnknownWhetherOrNotItWasUsed() throws {
    let b = try Bench()
    let points = LuaClass<Point>("point") { c in
      c.property("x", get: { $0.x })
      c.method("twice") { (point: Point) in point.x * 2 }
    }
    b.host.setGlobal("p", to: points.reference(to: Point(x: 4)))
    let refusals = """
      local function why(f) return (select(2, pcall(f)):gsub("^.-:%d+: ", "")) end
      return why(function() p.x = 1 end), why(function() p.twice = 1 end), why(function() return p.y end)
      """
    let expected: [LuaValue] = [
      .string("field 'x' of point is read-only"), .string("field 'twice' of point is read-only"),
      .string("no field 'y' on point (did you mean 'x'?)"),
    ]
    #expect(try b.run(refusals) == expected)
    try b.run("return p.x, p:twice()")
    #expect(try b.run(refusals) == expected)
  }

  @Test func aLazyTableMakesAValueWhenItIsFirstReadAndAgainAfterARestore() throws {
    let b = try Bench()
    let box = Box()
    let table = b.host.lazyTable { name in
      box.asked.append(name)
      switch name {
      case "one": return .value(1)
      case "add":
        return .function { frame in
          frame.push(integer: (frame.integer(at: 1) ?? 0) + 1)
          return .values(1)
        }
      default: return nil
      }
    }
    b.host.protect(primitives: table, undefined: { LuaError("undefined '\($0)'") }, defined: { _ in nil })
    b.host.preload("lazy", readOnly: table) { LuaError("'\($0)' cannot be set") }
    let point = try b.host.snapshot()
    for _ in 0..<2 {
      let values = try b.run("return one, one, add(1), add == require('lazy').add, require('lazy').two")
      #expect(values == [.integer(1), .integer(1), .integer(2), .bool(true), .nil])
      try b.host.restore(point)
    }
    // A function is made once; a value that went with the restore is asked for again.
    #expect(box.asked == ["one", "add", "two", "one", "two"])
  }

  @Test func aViewOfALazyTableCanOnlyBeRead() throws {
    let b = try Bench()
    let table = b.host.lazyTable { $0 == "one" ? .value(1) : nil }
    b.host.preload("lazy", readOnly: table) { LuaError("'\($0)' cannot be set") }
    #expect(b.failure("\nrequire('lazy').one = 2")?.description == "test.lua:2: 'one' cannot be set")
    #expect(
      try b.run("local t = require 'lazy' return next(t), getmetatable(t), t.one, next(t)")
        == [.nil, .bool(false), .integer(1), .nil])
  }
}
