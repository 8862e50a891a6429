-- O-07, mended: the policy alone.
local form = sheet "Form" { should_dismiss = function() return true end,
  did_attempt_to_dismiss = function() end, button("Done", function(self) if scene.is_idle then dismiss(self) end end) }
root { button("Open", function() if scene.top == root then present(form) end end) }
explore { actions = { "tap", "swipe_down", "wait" } }
