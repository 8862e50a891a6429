-- O-17, mended: the second is raised when the first is over.
local a, b = binding(false, "a"), binding(false, "b")
root:sheet { is_presented = a, content = sheet "A" {}, on_dismiss = function() b:set(true) end }
root:sheet { is_presented = b, content = sheet "B" {} }
root { button("Go", function() if not a:get() and not b:get() then a:set(true) end end) }
settle()
explore { actions = { "tap", "swipe_down", "wait" } }
