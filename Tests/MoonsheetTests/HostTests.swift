import LuaRuntime
import Moonsheet
import PresentationKit
import Testing

/// The host as an embedder has it.
@Suite struct HostTests {
  @Test("Swift drives gestures, and flows that wait go on")
  func gesturesFromSwift() throws {
    let host = try MoonsheetHost()
    defer { host.close() }
    var printed: [String] = []
    host.lua.printer = { printed.append($0) }
    let report = host.start(
      LuaChunk(name: "flow.lua", source: "start(function() print(show(sheet 'S' {}).reason) end)"))
    #expect(report.waiting.count == 1)
    try host.settle()
    host.scene.swipeDown()
    try host.advance(by: 299)
    #expect(printed == [])
    try host.advance(by: 1)
    #expect(printed == ["swipe"])
    #expect(host.scene.now == 800)
  }

  @Test("a Swift error thrown to a script comes back as it was")
  func underlyingError() throws {
    struct Refused: Error, Equatable { let code: Int }
    let host = try MoonsheetHost()
    defer { host.close() }
    host.lua.define(raw: "save") { _ in throw Refused(code: 7) }
    let report = host.run(LuaChunk(name: "flow.lua", source: "\nsave()"))
    #expect(report.error?.underlying as? Refused == Refused(code: 7))
    #expect(report.error?.site == LuaError.Site(chunk: "flow.lua", line: 2))
  }

  @Test("primitives can be kept out of the globals, and come from require")
  func primitivesByRequire() throws {
    let story = try play(
      """
      local moonsheet = require "moonsheet"
      print(rawget(_G, "present"), moonsheet.present ~= nil)
      moonsheet.present(moonsheet.sheet "S" {})
      print(pcall(function() return present end))
      """
    ) { $0.primitivesAreGlobal = false }
    #expect(story.printed.first == "nil\ttrue")
    #expect(story.printed.last?.hasPrefix("false\tflow.lua:4: undefined global 'present'") == true)
    #expect(story.lines.first == "presenting S on root")
  }

  @Test("a closed host says so")
  func closedHost() throws {
    let host = try MoonsheetHost()
    host.close()
    host.close()
    let report = host.run(LuaChunk(name: "flow.lua", source: "print(1)"))
    #expect(report.error?.kind == .closed)
    #expect(report.ending == .failed)
  }

  @Test("an interrupt from another thread ends a script at once, and the host goes on")
  func interruptFromThread() async throws {
    var options = MoonsheetOptions()
    options.limits.fuel = .max
    let host = try MoonsheetHost(options)
    defer { host.close() }
    let token = host.lua.interruptToken
    token.interrupt()
    let story = play("while true do pcall(function() while true do end end) end", on: host)
    #expect(story.report.ending == .interrupted)
    #expect(play("print('on')", on: host).printed == ["on"])
  }
}
