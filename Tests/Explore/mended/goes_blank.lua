-- O-27, mended: by an item, whose last value is shown while it goes out.
local card = item("Tea", { name = "card" })
root:sheet { item = card, content = function(value) return sheet "Card" { text(value) } end }
settle()
explore { actions = { "swipe_down", "wait", "events" }, events = { { "it is paid", function() card:set(nil) end } } }
