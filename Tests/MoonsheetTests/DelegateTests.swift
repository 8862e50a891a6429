import Moonsheet
import Testing

/// Delegates as scripts hand them over: weak, on the controller really presented, and easily put in the wrong place.
@Suite struct DelegateTests {
  @Test("a delegate that nobody owns dies before the next gesture, and nobody is asked (R23)")
  func deadDelegate() throws {
    let story = try play(
      """
      local p = sheet "P" {}
      do
        local d = delegate { should_dismiss = function() return false end }
        p.presentation_controller.delegate = d
      end
      present(p) settle()
      user:swipe_down() settle()
      print(#scene.stack)
      """)
    #expect(story.printed == ["0"])
    #expect(story.lines(named: "should_dismiss") == [])
    #expect(story.lines(named: "warning").first?.hasPrefix("warning delegate_released P") == true)
  }

  @Test("a delegate that a local owns lives and refuses (R23)")
  func livingDelegate() throws {
    let story = try play(
      """
      local p = sheet "P" {}
      local d = delegate { should_dismiss = function() return false end, did_attempt_to_dismiss = function() end }
      p.presentation_controller.delegate = d
      present(p) settle()
      user:swipe_down() settle()
      print(#scene.stack, p.presentation_controller.delegate == d)
      """)
    #expect(story.printed == ["1\ttrue"])
    #expect(
      story.lines(named: "should_dismiss", "did_attempt_to_dismiss") == [
        "should_dismiss P -> false", "did_attempt_to_dismiss P (swipe)",
      ])
  }

  @Test("each presentation has a new presentation controller, so the delegate must be assigned again (R10)")
  func newCycle() throws {
    let story = try play(
      """
      local p = sheet "P" {}
      local d = delegate { did_dismiss = function() print("did") end }
      local first = p.presentation_controller
      first.delegate = d
      present(p) settle() user:swipe_down() settle()
      print(first == p.presentation_controller, p.presentation_controller.delegate)
      present(p) settle() user:swipe_down() settle()
      """)
    #expect(story.printed == ["did", "false\tnil"])
  }

  @Test("a delegate on the navigation controller's root hears nothing, and is diagnosed (S11)")
  func innerDelegate() throws {
    let story = try play(
      """
      local c = controller "C" { should_dismiss = function() return false end }
      present(navigation "N" { c }) settle()
      user:swipe_down() settle()
      print(#scene.stack)
      """)
    #expect(story.printed == ["0"])
    #expect(story.lines(named: "should_dismiss") == [])
    #expect(story.lines(named: "warning").first?.hasPrefix("warning delegate_on_inner_controller C") == true)
  }

  @Test("the visible child's modal flag counts in a navigation controller, and not in a container (S14, R24)")
  func childFlag() throws {
    for (word, left) in [("navigation", "1"), ("container", "0")] {
      let story = try play(
        """
        local c = controller "C" { is_modal_in_presentation = true }
        present(\(word) "N" { c, did_attempt_to_dismiss = function() print("attempt") end }) settle()
        user:swipe_down() settle()
        print(#scene.stack)
        """)
      #expect(story.printed.last == left, "\(word)")
    }
  }

  @Test("cleaning up in view_will_disappear ends a session that goes on (S08)")
  func cleanupTooEarly() throws {
    let story = try play(
      """
      local session = "open"
      local p = sheet "P" {
        view_will_disappear = function(self) if self.is_being_dismissed then session = "ended" end end,
      }
      present(p) settle()
      trace:clear()
      user:drag(0.2)
      user:release()
      settle()
      print(session, scene.top == p)
      """)
    #expect(story.printed == ["ended\ttrue"])
    #expect(
      story.lines == [
        "gesture P began", "gesture P changed", "view_will_disappear P", "dismissal_transition_will_begin P",
        "gesture P ended", "dismissal_cancelled P", "dismissal_transition_did_end P false", "view_will_appear P",
        "view_is_appearing P", "view_did_appear P",
      ])
  }

  @Test("a function-valued modal flag is asked when the pull begins and again at release (C-19)")
  func functionFlag() throws {
    let story = try play(
      """
      local asked = 0
      local p = sheet "P" {
        is_modal_in_presentation = function() asked = asked + 1 return true end,
        did_attempt_to_dismiss = function(attempt) print(attempt.trigger, attempt.count, tostring(attempt.token)) end,
      }
      present(p) settle()
      user:swipe_down() settle()
      user:swipe_down() settle()
      print(asked)
      """)
    #expect(story.printed.count == 3)
    #expect(story.printed[0].hasPrefix("swipe\t1\t"))
    #expect(story.printed[1].hasPrefix("swipe\t2\t"))
    #expect(story.printed[0] != story.printed[1])
    #expect(story.printed[2] == "4")
  }

  @Test("an answer that is no boolean refuses and is an error entry")
  func badAnswer() throws {
    let story = try play(
      """
      present(sheet "P" { should_dismiss = function() return "yes" end, did_attempt_to_dismiss = function() end }) settle()
      user:swipe_down() settle()
      print(#scene.stack)
      """)
    #expect(story.printed == ["1"])
    #expect(
      story.lines(named: "error") == [
        "error should_dismiss P: answered string, not true or false; that counts as a refusal (flow.lua:1)"
      ])
    #expect(story.report.ending == .failed)
  }
}
