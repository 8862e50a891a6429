import Testing

/// Whole lists from scripts: order is the behaviour. The lists follow docs/MODEL.md's canonical orders.
@Suite struct OrderTests {
  @Test("an alert from an attempt handler runs its action after it has gone (order 9)")
  func alertFromAttempt() throws {
    let story = try play(
      """
      local p
      p = sheet "P" {
        is_modal_in_presentation = true,
        did_attempt_to_dismiss = function(attempt)
          present(alert "Ask" { button("Discard", function() p:dismiss() end), button("Keep") }, { from = p })
        end,
      }
      present(p) settle()
      trace:clear()
      user:swipe_down() settle()
      user:tap "Discard" settle()
      """)
    #expect(
      story.lines == [
        "gesture P began", "gesture P changed", "gesture P ended", "did_attempt_to_dismiss P (swipe)",
        "presenting Ask on P",
        "view_did_load Ask", "will_present Ask (none)", "presentation_transition_will_begin Ask",
        "view_will_appear Ask",
        "view_is_appearing Ask", "presentation_transition_did_end Ask true", "view_did_appear Ask", "presented Ask",
        "tap \"Discard\"", "dismissing Ask (action)", "view_will_disappear Ask", "dismissal_transition_will_begin Ask",
        "dismissal_transition_did_end Ask true", "view_did_disappear Ask", "dismissed Ask (action)",
        "on_closed Ask (action)",
        "action Ask \"Discard\"",
        "dismissing P (script)", "view_will_disappear P", "dismissal_transition_will_begin P",
        "dismissal_transition_did_end P true", "view_did_disappear P", "dismissed P (script)", "on_closed P (script)",
      ])
    #expect(story.report.ending == .finished)
  }

  @Test("ask in a handler resumes it before the flow that shows the sheet (order 10)")
  func askWhileFlowWaits() throws {
    let story = try play(
      """
      local p = sheet "P" {
        should_dismiss = function() return false end,
        did_attempt_to_dismiss = function(attempt)
          local choice = ask("Ask", { "Discard", "Keep" })
          print("handler " .. tostring(choice))
          attempt:proceed("gone")
        end,
      }
      start(function()
        local outcome = show(p)
        print("flow " .. outcome.reason .. " " .. outcome.result .. " " .. tostring(outcome.by_user))
      end)
      settle()
      trace:clear()
      user:swipe_down() settle()
      user:tap "Discard" settle()
      """)
    #expect(story.printed == ["handler Discard", "flow script gone false"])
    #expect(
      story.essence == [
        "should_dismiss P -> false", "did_attempt_to_dismiss P (swipe)", "presenting Ask on P", "presented Ask",
        "dismissing Ask (action)", "dismissed Ask (action)", "on_closed Ask (action)", "action Ask \"Discard\"",
        "dismissing P (script)", "dismissed P (script)", "on_closed P (script)",
      ])
  }

  @Test("closing the sheet under an ask ends the ask without a choice, and its attempt is stale (order 10)")
  func sheetClosedUnderAsk() throws {
    let story = try play(
      """
      local p = sheet "P" {
        should_dismiss = function() return false end,
        did_attempt_to_dismiss = function(attempt)
          local choice = ask("Ask", { "Discard", "Keep" })
          print("handler " .. tostring(choice) .. " " .. tostring(attempt:proceed()))
        end,
      }
      start(function() print("flow " .. show(p).reason) end)
      settle()
      user:swipe_down() settle()
      trace:clear()
      close(p) settle()
      """)
    #expect(story.printed == ["handler nil false", "flow script"])
    let closed = story.lines(named: "on_closed")
    #expect(closed == ["on_closed Ask (ancestor)", "on_closed P (script)"])
    let warnings = story.lines(named: "warning")
    #expect(warnings.count == 2)
    #expect(warnings.first?.hasPrefix("warning unsaved_lost P") == true)
    #expect(warnings.last?.hasPrefix("warning stale_attempt P") == true)
  }

  @Test("a dirty sheet with the modal flag asks, and Discard dismisses it silently (S16)")
  func unsavedChangesLoop() throws {
    let story = try play(
      """
      local dirty = binding(false, "dirty")
      local p
      p = sheet "P" {
        is_modal_in_presentation = dirty,
        will_dismiss = function() print("will") end,
        did_dismiss = function() print("did") end,
        did_attempt_to_dismiss = function()
          present(confirmation_dialog "Unsaved" {
            button("Discard", function() p:dismiss() end, { role = "destructive" }),
            button("Cancel", nil, { role = "cancel" }),
          }, { from = p })
        end,
      }
      present(p) settle()
      dirty:set(true)
      user:swipe_down() settle()
      trace:clear()
      user:tap "Discard" settle()
      """)
    #expect(story.printed == [])
    #expect(
      story.lines(
        named: "dismissing", "action", "view_will_disappear", "view_did_disappear", "will_dismiss", "did_dismiss") == [
          "dismissing Unsaved (action)", "view_will_disappear Unsaved", "view_did_disappear Unsaved",
          "action Unsaved \"Discard\"", "dismissing P (script)", "view_will_disappear P", "view_did_disappear P",
        ])
  }

  @Test("an alert's action may present at once (S54)")
  func actionPresents() throws {
    let story = try play(
      """
      local q = sheet "Q" {}
      present(alert "A" { button("OK", function() present(q) end) })
      settle()
      trace:clear()
      user:tap "OK" settle()
      """)
    #expect(
      story.lines(
        named: "view_will_disappear", "view_did_disappear", "action", "view_will_appear", "view_did_appear", "refused")
        == [
          "view_will_disappear A", "view_did_disappear A", "action A \"OK\"", "view_will_appear Q", "view_did_appear Q",
        ])
  }
}
