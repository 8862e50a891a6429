-- O-39: two features greet at the start, each on its own; the second is refused. Shortest: it is wrong from the start, 0 steps.
local news, rate = sheet "News" {}, sheet "Rate us" {}
explore { actions = { "swipe_down", "wait" }, start = function()
  present(news, { from = root })
  present(rate, { from = root })
end }
