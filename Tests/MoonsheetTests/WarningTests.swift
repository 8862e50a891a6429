import Moonsheet
import Testing

/// The warnings that the host itself says: each fires on the trap, names its line, and is silent on the nearest innocent script.
@Suite struct WarningTests {
  @Test("acting in a query warns at the line that acts, once, and the innocent query does not")
  func sideEffect() throws {
    let trap = """
      local s
      s = sheet "S" { should_dismiss = function()
        s:dismiss()
        return false
      end, did_attempt_to_dismiss = function() end }
      present(s) settle()
      user:swipe_down() settle() user:swipe_down() settle()
      """
    let story = try play(trap)
    #expect(story.diagnostics.map(\.code) == ["side_effect_in_policy"])
    #expect(story.diagnostics.first?.site?.line == 3)
    let innocent = try play(trap.replacing("s:dismiss()", with: "local _ = s.is_view_loaded"))
    #expect(innocent.diagnostics.isEmpty)
  }

  @Test("a new global warns at its line, once, and a local or a field does not")
  func newGlobal() throws {
    let story = try play("local a = 1\nfor i = 1, 2 do\n  counter = i\nend")
    #expect(story.diagnostics.map(\.code) == ["global_defined"])
    #expect(story.diagnostics.first?.site?.line == 3)
    #expect(try play("local counter = 1\nlocal t = { counter = counter }\nt.other = 2").diagnostics.isEmpty)
  }

  @Test("on_presented calls each time the controller has been presented, and not when it comes back")
  func onPresented() throws {
    let story = try play(
      """
      local s = sheet "S" {}
      on_presented(s, function(c) print("presented", c.name, clock.now) end)
      present(s) settle()
      user:drag(0.2) user:release() settle()
      user:swipe_down() settle()
      present(s) settle()
      """)
    #expect(story.printed == ["presented\tS\t500", "presented\tS\t1600"])
  }
}

extension String {
  fileprivate func replacing(_ text: String, with other: String) -> String {
    guard let start = indices.first(where: { self[$0...].hasPrefix(text) }) else { return self }
    return self[..<start] + other + self[index(start, offsetBy: text.count)...]
  }
}
