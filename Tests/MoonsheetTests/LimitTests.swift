import LuaRuntime
import Moonsheet
import Testing

/// Whatever a script does ends within its limits, with a message that names the place, and the host can be used again.
@Suite struct LimitTests {
  struct Hostile: CustomTestStringConvertible, Sendable {
    let name: String
    let script: String
    /// The line that the message must name; nil where the place is the host's.
    let line: Int?
    var testDescription: String { name }
  }

  @Test(
    "hostile work ends, names its line, and leaves the host usable",
    arguments: [
      Hostile(name: "endless loop", script: "\nwhile true do end", line: 2),
      Hostile(
        name: "endless loop under pcall", script: "\nwhile true do pcall(function() while true do end end) end", line: 2
      ),
      Hostile(
        name: "endless loop in a policy",
        script:
          "local s = sheet 'S' {\nshould_dismiss = function() while true do end end }\npresent(s) settle() user:swipe_down() settle()",
        line: 2),
      Hostile(
        name: "endless loop in a handler",
        script:
          "local s = sheet 'S' { is_modal_in_presentation = true,\ndid_attempt_to_dismiss = function() while true do end end }\n"
          + "present(s) settle() user:swipe_down() settle()", line: 2),
      Hostile(
        name: "endless loop in a coroutine", script: "\ncoroutine.wrap(function() while true do end end)()", line: 2),
      Hostile(
        name: "a timer that re-arms itself", script: "local function again()\nafter(0, again) end\nagain() settle()",
        line: 2),
      Hostile(
        name: "acts without end", script: "present(sheet 'S') settle()\nwhile true do user:cancel_touch() end", line: 2),
      Hostile(name: "settling without end", script: "\nwhile true do settle() end", line: 2),
      Hostile(name: "waiting without end", script: "\nwhile true do wait(1) end", line: 2),
      Hostile(
        name: "a sheet that opens itself again",
        script:
          "local s\ns = sheet 'S' { view_did_appear = function() s:dismiss() end, on_closed = function()\npresent(s) end }\n"
          + "present(s) settle()", line: 2),
      Hostile(name: "memory", script: "local t = {}\nfor i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end", line: 2),
    ])
  func hostileWorkEnds(_ hostile: Hostile) throws {
    let host = try MoonsheetHost(Self.tight)
    defer { host.close() }
    let story = play(hostile.script, on: host)
    #expect(story.report.ending == .limitHit)
    #expect(
      story.diagnostics.contains { $0.severity == .error && (hostile.line == nil || $0.site?.line == hostile.line) })
    let after = play("print('alive')", on: host)
    #expect(after.printed == ["alive"])
    #expect(after.report.ending == .finished)
  }

  @Test("deep recursion is an error of the script at its line, and leaves the host usable")
  func deepRecursion() throws {
    let host = try MoonsheetHost(Self.tight)
    defer { host.close() }
    let story = play("local function f()\nreturn 1 + f() end\nf()", on: host)
    #expect(story.report.ending != .finished)
    #expect(story.diagnostics.first?.site?.line == 2)
    #expect(play("print('alive')", on: host).printed == ["alive"])
  }

  @Test("a limit without rest names the lines that keep coming back")
  func repeatingLinesAreNamed() throws {
    let story = try play("local function again()\n  after(1, again)\nend\nagain()\nsettle()") {
      $0.entriesWithoutRest = 100
    }
    #expect(
      story.report.error?.message
        == "no rest after 100 entries of the clock, at 100 ms; what keeps coming back is at flow.lua:2")
  }

  @Test("what a flow spends that a script starts is charged to the script")
  func nestedFuel() throws {
    let tenTimes = "for i = 1, 10 do start(function() for j = 1, 20000 do end end) end print('done')"
    #expect(try play(tenTimes) { $0.limits.fuel = 1_000_000 }.printed == ["done"])
    let hundredTimes = "for i = 1, 100 do start(function() for j = 1, 20000 do end end) end print('done')"
    let story = try play(hundredTimes) { $0.limits.fuel = 1_000_000 }
    #expect(story.printed == [])
    #expect(story.report.ending == .limitHit)
  }

  private static var tight: MoonsheetOptions {
    var options = MoonsheetOptions()
    options.limits.fuel = 1_000_000
    options.limits.memory = 16 << 20
    options.steps = 20_000
    options.entriesWithoutRest = 2_000
    return options
  }
}
