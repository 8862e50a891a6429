import LuaRuntime
import Testing

private final class Sheet {
  var dirty = false
  var name: String
  init(_ name: String) { self.name = name }
}

private struct Token: Hashable { var id: Int }

@Suite struct ClassTests {
  private let type = LuaClass<Sheet>("Sheet") { c in
    c.property("dirty", get: { $0.dirty }, set: { $0.dirty = $1 })
    c.property("name", get: { $0.name })
    c.method("rename") { (sheet: Sheet, name: String) in sheet.name = name }
    c.method("add") { (sheet: Sheet, a: Int, b: Int) in a + b }
    c.call = { sheet, frame in
      frame.push(sheet.name + (frame.string(at: 2) ?? ""))
      return .values(1)
    }
  }

  private func bench(_ sheet: Sheet) throws -> Bench {
    let bench = try Bench()
    bench.host.define(raw: "get") { [type] frame in
      frame.push(sheet, as: type)
      return .values(1)
    }
    return bench
  }

  @Test func propertiesMethodsAndCallsReachTheObject() throws {
    let sheet = Sheet("A")
    let bench = try bench(sheet)
    #expect(
      try bench.run("local s = get() s.dirty = true s:rename('B') return s.dirty, s.name, s:add(1, 2), s 'x'")
        == [.bool(true), .string("B"), .integer(3), .string("Bx")])
    #expect(sheet.dirty)
  }

  @Test func anObjectIsOneLuaValue() throws {
    let bench = try bench(Sheet("A"))
    #expect(try bench.run("local t = {[get()] = 1} return get() == get(), t[get()]") == [.bool(true), .integer(1)])
  }

  @Test func equalValuesAreOneLuaValue() throws {
    let bench = try Bench()
    let type = LuaClass<Token>("Token")
    bench.host.define(raw: "token") { frame in
      frame.push(Token(id: Int(frame.integer(at: 1) ?? 0)), as: type)
      return .values(1)
    }
    #expect(try bench.run("return token(1) == token(1), token(1) == token(2)") == [.bool(true), .bool(false)])
  }

  @Test func misuseNamesClassAndField() throws {
    let bench = try bench(Sheet("A"))
    #expect(bench.failure("return get().drity")?.message == "no field 'drity' on Sheet (did you mean 'dirty'?)")
    #expect(bench.failure("get().name = 'x'")?.message == "field 'name' of Sheet is read-only")
    #expect(bench.failure("get().dirty = 1")?.message == "bad value for 'dirty' (boolean expected, got number)")
    #expect(bench.failure("get():add(1, {})")?.message == "bad argument #2 to 'add' (integer expected, got table)")
    #expect(bench.failure("get().add(1, 2)")?.message == "calling 'add' on a bad object (Sheet expected, got number)")
    #expect(bench.failure("\nreturn get().x")?.site == LuaError.Site(chunk: "test.lua", line: 2))
  }

  @Test func aReleasedObjectIsAnErrorThatNamesItsClass() throws {
    let sheet = Sheet("A")
    let bench = try bench(sheet)
    try bench.run("s = get()")
    bench.host.invalidate(sheet, as: type)
    #expect(bench.failure("return s.dirty")?.message == "Sheet is no longer alive")
    #expect(bench.failure("s:rename('x')")?.message == "Sheet is no longer alive")
    #expect(try bench.run("return get().dirty, get() == s") == [.bool(false), .bool(false)])
  }

  @Test func anObjectLivesAsLongAsItsLuaValue() throws {
    weak var weakSheet: Sheet?
    let bench = try Bench()
    do {
      let sheet = Sheet("A")
      weakSheet = sheet
      bench.host.withFrame { frame in
        frame.push(sheet, as: type)
        frame.registryTable("keep")
        frame.insert(at: 1)
        frame.rawSet(1, key: "s")
      }
    }
    bench.host.collectGarbage()
    #expect(weakSheet != nil)
    bench.host.withFrame { frame in
      frame.registryTable("keep")
      frame.pushNil()
      frame.rawSet(1, key: "s")
    }
    bench.host.collectGarbage()
    #expect(weakSheet == nil)
  }

  @Test func callbacksInUserValuesAreCollectableCycles() async {
    // In a process of its own, where nothing else makes objects.
    await #expect(processExitsWith: .success) {
      let bench = try Bench()
      let cyclic = LuaClass<Sheet>("Cyclic") { c in
        c.rawProperty(
          "on_close",
          get: { _, frame in
            frame.pushUserValue(of: 1)
            frame.rawGet(-1, key: "on_close")
            return .values(1)
          },
          set: { _, frame in
            frame.pushUserValue(of: 2)
            frame.pushCopy(of: 1)
            frame.rawSet(-2, key: "on_close")
          })
      }
      bench.host.define(raw: "make") { frame in
        frame.push(Sheet("x"), as: cyclic)
        return .values(1)
      }
      #expect(
        try bench.run("local s = make() s.on_close = function() return s end return s.on_close() == s") == [.bool(true)]
      )
      try bench.run("for i = 1, 100 do local s = make() s.on_close = function() return s end end")
      bench.host.collectGarbage()
      // One object may still stand on a stack.
      #expect(LuaHost.liveCounts().slots <= 2)
      bench.host.close()
    }
  }

  @Test func objectsShowTheirClassAndSerial() throws {
    let bench = try bench(Sheet("A"))
    #expect(try bench.run("return (tostring(get()):match('^Sheet: #%d+$') ~= nil)") == [.bool(true)])
  }
}
