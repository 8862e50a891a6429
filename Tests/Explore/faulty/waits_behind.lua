-- O-17: two flags of one view are raised at once, and one sheet waits behind the other. Shortest: the tap that raises both.
local a, b = binding(false, "a"), binding(false, "b")
root:sheet { is_presented = a, content = sheet "A" {} }
root:sheet { is_presented = b, content = sheet "B" {} }
root { button("Go", function() a:set(true) b:set(true) end) }
settle()
explore { actions = { "tap", "swipe_down", "wait" } }
