-- O-05, mended: the attempt asks.
local question = alert "Leave?" { button("Stay", nil, { role = "cancel" }) }
local page = sheet "Page" { should_dismiss = policy.never,
  did_attempt_to_dismiss = function(attempt) if scene.top == attempt.controller then present(question) end end,
  button("Done", function(self) if scene.is_idle then dismiss(self) end end) }
present(page) settle()
explore { actions = { "swipe_down", "tap", "wait" }, properties = { unsaved_lost = false } }
