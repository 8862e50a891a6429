-- O-29, mended: it hands on.
first = delegate { should_dismiss = function() return false end, did_attempt_to_dismiss = function() end }
second = delegate { forwarding = true }
local S = sheet "S" { delegate = first, button("Close", function(self) if scene.top == self then dismiss(self) end end) }
present(S) settle()
local taken
explore { actions = { "events", "wait" },
  events = { { "analytics starts", function()
    if not taken then taken = true S.presentation_controller.delegate = second end
  end } }, properties = { trap = false } }
