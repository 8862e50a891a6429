-- A binding that its own observer changes: the update never ends. Shortest: one tap.
local n = binding(0, "n")
n:on_change(function(new) n:set(new + 1) end)
root { button("Go", function() n:set(1) end) }
explore { actions = { "tap", "wait" } }
