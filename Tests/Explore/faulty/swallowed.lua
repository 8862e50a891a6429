-- O-12: before 16.4 what is set while a sheet goes out is swallowed. Shortest: swipe; tap while it slides; wait for its end.
scene.profile = "ios16"
local picked = item("Soup", { name = "picked" })
root { button("Salad", function() if picked:get() ~= "Salad" then picked:set("Salad") end end) }
root:sheet { item = picked, content = function(value) return sheet(value) {} end }
settle()
explore { actions = { "tap", "swipe_down", "wait" } }
