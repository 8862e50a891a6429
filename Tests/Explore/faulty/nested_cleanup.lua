-- O-20: when code closes a lower sheet, nobody tells the upper one by did_dismiss. Shortest: the event; wait for the end.
local open = 1
local lower = sheet "Lower" {}
local upper = sheet "Upper" { did_dismiss = function() open = 0 end }
present(lower) settle() present(upper) settle()
invariant("what is closed is not open", function() return open == 0 or #scene.stack > 0 end)
explore { actions = { "swipe_down", "wait", "events" },
  events = { { "log out", function() if scene.is_idle and scene.top ~= root then dismiss_all() end end } } }
