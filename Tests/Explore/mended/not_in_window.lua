-- O-18, mended: on what is there.
local B = sheet "B" { button("Close", function(self) dismiss(self) end) }
root { button("Go", function() if scene.top == root then present(B) end end) }
explore { actions = { "tap", "wait" } }
