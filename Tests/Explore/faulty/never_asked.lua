-- O-07: a policy beside the modal flag, which is never asked. Shortest: the tap that presents it.
local form = sheet "Form" { is_modal_in_presentation = true, should_dismiss = function() return true end,
  did_attempt_to_dismiss = function() end, button("Done", function(self) if scene.is_idle then dismiss(self) end end) }
root { button("Open", function() if scene.top == root then present(form) end end) }
explore { actions = { "tap", "swipe_down", "wait" } }
