import LuaRuntime
import Testing

@Suite struct ValueTests {
  @Test func typedFunctionsConvertArgumentsAndResults() throws {
    let bench = try Bench()
    bench.host.define("join") { (a: String, b: Int, c: Double?, d: [Int]) in "\(a) \(b) \(String(describing: c)) \(d)" }
    #expect(try bench.run("return join('x', 3.0, nil, {1, 2})") == [.string("x 3 nil [1, 2]")])
    let f = try bench.host.load(LuaChunk(name: "f", source: "local a, b = ... return a .. b"))
    #expect(try bench.host.call(f, "x", 3, as: String.self) == "x3")
    let text: String = try bench.host.call(f, "y", true ? "z" : "")
    #expect(text == "yz")
  }

  @Test func integersAndFloatsStayApart() throws {
    let bench = try Bench()
    #expect(
      try bench.run("return 1, 1.0, 1 << 62, 'a', true, nil, '\\xff'")
        == [.integer(1), .number(1), .integer(1 << 62), .string("a"), .bool(true), .nil, .bytes([0xFF])])
    bench.host.define("int") { (n: Int) in n }
    #expect(bench.failure("int('3')")?.kind == .conversion(argument: 1))
  }

  @Test func tablesAreReadInTheOrderOfPairs() throws {
    let value = try Bench().run("return {[2] = 'b', 'a', z = 1, y = {true}, [-1] = 0}")[0]
    #expect(value.description == #"{"a", "b", [-1] = 0, y = {true}, z = 1}"#)
  }

  @Test func aCycleIsCutOff() throws {
    let value = try Bench().run("local t = {} t.self = t return t")[0]
    #expect(value["self"] == .opaque(type: "table (cycle)"))
  }

  @Test func deepAndWideTablesAreCutOff() throws {
    let bench = try Bench()
    #expect(try bench.run("local t = {} for i = 1, 100 do t = {t} end return t")[0].description.contains("too deep"))
    #expect(try bench.run("local t = {} for i = 1, 1e5 do t[i] = i end return t")[0].description.contains("more"))
  }

  @Test func valuesGoToLuaAndBack() throws {
    let bench = try Bench()
    let value = LuaValue.table([
      .init(key: .integer(1), value: .string("é")), .init(key: .string("k"), value: .table([])),
      .init(key: .string("n"), value: .number(0.5)),
    ])
    bench.host.setGlobal("v", to: value)
    #expect(try bench.run("return v") == [value])
  }

  @Test func byteOrderMarksAndShebangsAreSkippedAndLinesKept() throws {
    let bench = try Bench()
    let source: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("#!/usr/bin/lua\r\nerror('x')".utf8)
    let f = try bench.host.load(LuaChunk(name: "b.lua", source: source))
    #expect(throws: LuaError("x", site: .init(chunk: "b.lua", line: 2))) { try bench.host.call(f) }
  }

  @Test func compiledChunksAreRefused() throws {
    let error = try Bench().failure("\u{1B}Lua", name: "c.lua")
    #expect(error?.message == "c.lua: this is a compiled Lua chunk; moonsheet runs source text only")
  }

  @Test func aHugeStringFromSwiftIsAnErrorAndNotACrash() throws {
    let bench = try Bench(LuaOptions(limits: LuaLimits(memory: 4 << 20, maxBlock: 1 << 20)))
    bench.host.define("huge") { String(repeating: "x", count: 64 << 20) }
    bench.host.define("many") { Array(repeating: String(repeating: "y", count: 1000), count: 20_000) }
    #expect(bench.failure("return huge()")?.kind == .memory)
    #expect(bench.failure("return many()")?.kind == .memory)
    #expect(try bench.run("return 1") == [.integer(1)])
  }

  @Test func nearestNamesForgiveSpellingAndCase() {
    let names = ["is_modal_in_presentation", "dirty", "present"]
    #expect(nearestName(to: "drity", among: names) == "dirty")
    #expect(nearestName(to: "isModalInPresentation", among: names) == "is_modal_in_presentation")
    #expect(nearestName(to: "Present", among: names) == "present")
    #expect(nearestName(to: "zebra", among: names) == nil)
  }
}
