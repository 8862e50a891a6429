-- O-13, the way out of O-12: what is set while a sheet goes out is kept, and shown next.
scene.profile = "ios16"
local picked = item("Soup", { name = "picked" })
root { button("Salad", function() if picked:get() ~= "Salad" then picked:set("Salad") end end) }
root:sheet { item = picked, while_closing = "keep_last", content = function(value) return sheet(value) {} end }
settle()
explore { actions = { "tap", "swipe_down", "wait" } }
