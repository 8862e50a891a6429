-- O-20, mended: on_closed comes for each, whatever closed it.
local open = 1
local lower = sheet "Lower" {}
local upper = sheet "Upper" { on_closed = function() open = 0 end }
present(lower) settle() present(upper) settle()
invariant("what is closed is not open", function() return open == 0 or #scene.stack > 0 end)
explore { actions = { "swipe_down", "wait", "events" },
  events = { { "log out", function() if scene.is_idle and scene.top ~= root then dismiss_all() end end } } }
