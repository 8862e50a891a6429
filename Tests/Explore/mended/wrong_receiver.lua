-- O-21, mended: close takes the sheet itself, and all above it.
local out = false
local lower, upper = sheet "Lower" {}, sheet "Upper" {}
present(lower) settle() present(upper) settle()
explore { actions = { "swipe_down", "wait", "events" },
  events = { { "log out", function() if scene.is_idle and scene.top == upper then out = true close(lower) end end } },
  always = { ["nothing stays after logging out"] = function() return not out or not scene.is_idle or scene.top == root end } }
