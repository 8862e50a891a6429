-- O-05: the question is asked by the policy. Shortest: a swipe.
local question = alert "Leave?" { button("Stay", nil, { role = "cancel" }) }
local page = sheet "Page" { should_dismiss = function() present(question) return false end,
  did_attempt_to_dismiss = function() end,
  button("Done", function(self) if scene.is_idle then dismiss(self) end end) }
present(page) settle()
explore { actions = { "swipe_down", "tap", "wait" }, properties = { unsaved_lost = false } }
