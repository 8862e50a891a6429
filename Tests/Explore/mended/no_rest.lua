-- Mended: it stops.
local n = binding(0, "n")
n:on_change(function(new) if new == 1 then n:set(2) end end)
root { button("Go", function() n:set(1) end) }
explore { actions = { "tap", "wait" } }
