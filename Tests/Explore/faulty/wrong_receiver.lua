-- O-21: dismiss on a sheet that presents something takes that away, and the sheet stays. Shortest: the event; wait for the
-- end.
local out = false
local lower, upper = sheet "Lower" {}, sheet "Upper" {}
present(lower) settle() present(upper) settle()
explore { actions = { "swipe_down", "wait", "events" },
  events = { { "log out", function() if scene.is_idle and scene.top == upper then out = true dismiss(lower) end end } },
  always = { ["nothing stays after logging out"] = function() return not out or not scene.is_idle or scene.top == root end } }
