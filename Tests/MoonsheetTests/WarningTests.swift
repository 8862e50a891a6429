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

  @Test("a sheet without a way out is judged when the script is at its end, at the line that presented it")
  func stuck() throws {
    let trap = "present(sheet \"Wall\" { forced = true, text \"Please wait\" })\nsettle()"
    let story = try play(trap)
    #expect(story.diagnostics.map(\.code) == ["stuck_candidate"])
    #expect(story.diagnostics.first?.site?.line == 1)
    for rest in [
      // A timer that the script begins later, its own act, an answer from outside, and what is typed.
      "after(3000, function() dismiss(root) end) settle()", "dismiss(root) settle()",
      "start(function() request(\"login\") dismiss(root) end) settle() app:answer(\"login\", true) settle()",
    ] {
      #expect(try play(trap + "\n" + rest).diagnostics.isEmpty, "\(rest)")
    }
    let typed = try play(
      """
      local code = binding("")
      local wall = sheet "Wall" { forced = true, text_field("code", code) }
      code:on_change(function(new) if new == "42" then wall:dismiss() end end)
      present(wall) settle()
      """)
    #expect(typed.diagnostics.isEmpty)
  }

  @Test("what its own closing presents again is a loop, what a script presents again is none")
  func reopening() throws {
    let loop = """
      local function again()
        present(sheet "Again" { on_closed = function() after(100, again) end })
      end
      again() settle()
      for _ = 1, 3 do dismiss(root) settle() end
      """
    let story = try play(loop)
    #expect(story.diagnostics.map(\.code) == ["reopen_loop"])
    #expect(story.diagnostics.first?.site?.line == 2)
    let script = try play(
      "for _ = 1, 5 do present(sheet \"Again\" {}) settle() dismiss(root) settle() end")
    #expect(script.diagnostics.isEmpty)
  }

  @Test("a form's own Done button loses nothing past a flag that is always up, though it waits; anything else does")
  func done() throws {
    let form = """
      present(sheet "Form" { is_modal_in_presentation = true, button("Done", function(self)
        request("save")
        self:dismiss()
      end) }) settle()
      user:tap "Done" settle()
      """
    let saved = try play(form + "app:answer(\"save\", true) settle()\nassert(scene.top == root)")
    #expect(saved.diagnostics.isEmpty)
    let lost = try play(form + "\ndismiss(root) settle()")
    #expect(lost.diagnostics.map(\.code) == ["unsaved_lost"])
    #expect(lost.diagnostics.first?.site?.line == 6)
  }

  @Test("two sheets of one name on one stack are warned about, however they were made")
  func stackedTwice() throws {
    for made in [#"sheet "D""#, #"sheet "D" {}"#, #"sheet("D", {})"#, #"sheet { name = "D" }"#] {
      let story = try play("present(\(made)) settle() present(\(made)) settle()")
      #expect(story.diagnostics.map(\.code) == ["same_sheet_stacked"], "\(made)")
      #expect(
        try play("present(\(made)) settle() user:swipe_down() settle() present(\(made)) settle()").diagnostics.isEmpty)
    }
    #expect(try play("present(sheet {}) settle() present(cover {}) settle()").diagnostics.isEmpty)
  }

  @Test("views that two modifiers present on one another have no name to be told apart by, and are not one sheet")
  func stackedModifiers() throws {
    for kind in ["sheet", "cover"] {
      func nested(_ outer: String, _ inner: String) -> String {
        """
        local a, b = binding(false, "a"), binding(false, "b")
        root:\(kind) { is_presented = a, content = function()
          return \(outer) { text "1":\(kind) { is_presented = b, content = function() return \(inner) { button("OK", environment.dismiss) } end } }
        end }
        a:set(true) settle() b:set(true) settle()
        assert(#scene.stack == 2)
        """
      }
      #expect(try play(nested("", "")).diagnostics.isEmpty)
      #expect(try play(nested("sheet \"D\"", "sheet \"D\"")).diagnostics.map(\.code) == ["same_sheet_stacked"])
    }
  }

  @Test("a modifier answers another view, and leaves its own as it was, as SwiftUI's do")
  func modifiedView() throws {
    let text = """
      local n = 0
      local t = text "1"
      local u = t:on_appear(function() n = n + 1 end)
      assert(not rawequal(t, u))
      present(sheet "A" { t }) settle()
      assert(n == 0)
      dismiss(scene.top) settle()
      present(sheet "B" { u }) settle()
      assert(n == 1)
      """
    #expect(try play(text).diagnostics.isEmpty)
  }

  @Test("on_presented comes when the presentation is complete, before its completion")
  func onPresentedOrder() throws {
    let story = try play(
      """
      local a, b = sheet "A" {}, sheet "B" {}
      on_presented(a, function() present(b, { from = a }) end)
      present(a, { completion = function() end }) settle()
      """)
    #expect(
      story.lines(named: "view_did_appear", "presented", "presenting", "completion") == [
        "presenting A on root", "view_did_appear A", "presented A", "presenting B on A", "completion present A",
        "view_did_appear B", "presented B",
      ])
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
