-- O-39, mended: one after the other.
local news, rate
rate = sheet "Rate us" {}
news = sheet "News" { on_closed = function() present(rate, { from = root }) end }
explore { actions = { "swipe_down", "wait" }, start = function() present(news, { from = root }) end }
