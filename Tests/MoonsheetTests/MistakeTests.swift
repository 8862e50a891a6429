import LuaRuntime
import Moonsheet
import Testing

/// Misuse raises at the caller's line, names what was wanted, and the nearest name.
@Suite struct MistakeTests {
  /// A script, and what its one error message must be.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let script: String
    let message: String
    var testDescription: String { message }
  }

  @Test(
    "a mistake gives one message with file and line",
    arguments: [
      Mistake(
        script: "local s = sheet 'Editor' {\n  isModalInPresentation = true,\n}",
        message: "sheet 'Editor' has no option 'isModalInPresentation' (Lua spells it 'is_modal_in_presentation')"),
      Mistake(
        script: "sheet 'Editor' { shoud_dismiss = function() end }",
        message: "sheet 'Editor' has no option 'shoud_dismiss' (did you mean 'should_dismiss'?)"),
      Mistake(script: "presnt(nil)", message: "undefined global 'presnt' (did you mean 'present'?)"),
      Mistake(script: "local x = undefinedThing", message: "undefined global 'undefinedThing'"),
      Mistake(
        script: "present = 1",
        message: "'present' belongs to moonsheet and cannot be assigned; use a local of another name"),
      Mistake(
        script: "present(12)",
        message: "bad argument #1 to 'present' (wants a controller such as a sheet; got the number 12)"),
      Mistake(
        script: "present(sheet 'S', { animatd = true })",
        message: "'present' has no option 'animatd' (did you mean 'animated'?)"),
      Mistake(
        script: "sheet 'S' { style = 'pageSheet' }",
        message:
          "'style' of sheet 'S' cannot be \"pageSheet\" (Lua spells it 'page_sheet'); it is one of \"automatic\", "
          + "\"page_sheet\", \"form_sheet\", \"full_screen\", \"over_full_screen\", \"current_context\", "
          + "\"over_current_context\", \"popover\""),
      Mistake(script: "local s = sheet 'S'\nprint(s.is_modal)", message: "sheet 'S' has no field 'is_modal'"),
      Mistake(script: "local s = sheet 'S'\ns.name = 'T'", message: "'name' of sheet 'S' cannot be assigned"),
      Mistake(script: "after(-1, print)", message: "'after' takes 0 to 316224000000 milliseconds, not -1"),
      Mistake(script: "wait(1.5)", message: "bad argument #1 to 'wait' (wants whole milliseconds; got the number 1.5)"),
      Mistake(
        script: "await(sheet 'S')",
        message: "sheet 'S' was never presented, so there is nothing to await; present it first, or use show"),
      Mistake(script: "user:tap 'Done'", message: "nothing within reach is called 'Done'; there is none now"),
      Mistake(script: "error({ code = 3 })", message: "error value is a table: {code = 3}"),
      Mistake(script: "sheet 'S' { 12 }", message: "the content of sheet 'S' is views and controllers; got number"),
      Mistake(
        script: "local s = sheet 'S'\npresent(s, { from = s })",
        message: "Application tried to present modal view controller on itself. Presenting controller is <S>."),
    ])
  func oneMessage(_ mistake: Mistake) throws {
    let story = try play(mistake.script)
    let diagnostics = story.diagnostics.filter { $0.severity == .error }
    #expect(diagnostics.map(\.message) == [mistake.message])
    #expect(diagnostics.first?.site?.file == "flow.lua")
    #expect(diagnostics.first?.site != nil)
    #expect(story.report.ending == .failed)
  }

  @Test("a bracket on the line after a sheet is named as the likely cause")
  func bracketAfterSheet() throws {
    let story = try play("local s = sheet 'S'\n(print)('x')")
    #expect(story.report.error?.message.contains("sheet 'S' is configured by one table; does line") == true)
    #expect(story.report.error?.message.contains("begin with a bracket?") == true)
    #expect(story.report.error?.site?.chunk == "flow.lua")
  }

  @Test("configuring a sheet a second time names where it was configured")
  func secondConfiguration() throws {
    let story = try play("local s = sheet 'S' {}\n\ns { animated = false }")
    #expect(story.report.error?.message.hasPrefix("sheet 'S' is configured already, at flow.lua:1") == true)
    #expect(story.report.error?.site == LuaError.Site(chunk: "flow.lua", line: 3))
  }

  @Test("calling a local that hides a primitive says which local it is")
  func shadowedPrimitive() throws {
    let story = try play("local a = 1\n\nlocal text = 'hello'\nlocal s = sheet 'S' { text('x') }")
    #expect(
      story.report.error?.message
        == "attempt to call a string value (local 'text'); 'text' is your local of line 3, which hides moonsheet's 'text'"
    )
    #expect(story.report.error?.site?.line == 4)
  }

  @Test("an error in a callback names the callback, the sheet and the line, and the run goes on")
  func callbackError() throws {
    let story = try play(
      """
      local s = sheet "S" {
        view_did_appear = function()
          error("boom")
        end,
      }
      present(s) settle()
      print("still here")
      """)
    #expect(story.printed == ["still here"])
    #expect(story.lines(named: "error") == ["error view_did_appear S: boom (flow.lua:3)"])
    #expect(story.messages == ["flow.lua:3: error: in view_did_appear of sheet 'S': boom"])
    #expect(story.report.ending == .failed)
  }

  @Test("an error inside a coroutine inside a callback names the line where it arose")
  func coroutineInCallback() throws {
    let story = try play(
      """
      local s = sheet "S" {
        view_did_load = function()
          local step = coroutine.wrap(function()
            error("deep")
          end)
          step()
        end,
      }
      present(s) settle()
      """)
    #expect(story.diagnostics.first?.site?.line == 4)
    #expect(story.diagnostics.first?.message.hasPrefix("in view_did_load of sheet 'S': deep") == true)
  }

  @Test("a syntax error names file and line")
  func syntaxError() throws {
    let story = try play("local x = = 1")
    #expect(story.report.error?.kind == .syntax)
    #expect(story.report.error?.site == LuaError.Site(chunk: "flow.lua", line: 1))
    #expect(story.report.ending == .failed)
  }

  @Test("a byte order mark, a #! line, CRLF and bytes that are not UTF-8 are no mistakes")
  func tolerated() throws {
    let host = try MoonsheetHost()
    defer { host.close() }
    var printed: [String] = []
    host.lua.printer = { printed.append($0) }
    let bytes: [UInt8] =
      [0xEF, 0xBB, 0xBF] + Array("#!/usr/bin/env moonsheet\r\nlocal s = '".utf8) + [0xFF]
      + Array("'\r\nprint(#s)\r\n".utf8)
    let report = host.run(LuaChunk(name: "flow.lua", source: bytes))
    #expect(report.ending == .finished)
    #expect(printed == ["1"])
  }

  @Test("a compiled chunk is refused")
  func binaryChunk() throws {
    let host = try MoonsheetHost()
    defer { host.close() }
    let report = host.run(LuaChunk(name: "flow.luac", source: [0x1B] + Array("Lua".utf8) + [0x54, 0]))
    #expect(report.ending == .failed)
    #expect(report.error?.message.contains("compiled Lua chunk") == true)
  }

  @Test("a new global is a warning that names it, once")
  func newGlobal() throws {
    let story = try play("for i = 1, 3 do counter = i end")
    #expect(story.lines(named: "warning").count == 1)
    #expect(story.lines(named: "warning").first?.hasPrefix("warning global_defined 'counter': a new global") == true)
    #expect(story.report.ending == .finished)
  }
}
