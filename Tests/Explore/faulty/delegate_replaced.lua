-- O-29: a library takes the delegate. Shortest: the event.
first = delegate { should_dismiss = function() return false end, did_attempt_to_dismiss = function() end }
second = delegate {}
local S = sheet "S" { delegate = first, button("Close", function(self) dismiss(self) end) }
present(S) settle()
explore { actions = { "events" }, depth = 1,
  events = { { "analytics starts", function() S.presentation_controller.delegate = second end } } }
