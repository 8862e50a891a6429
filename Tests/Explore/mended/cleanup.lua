-- O-09, mended: in on_closed, which always comes.
local open = 0
local S = sheet "S" { animated = false, on_closed = function() open = open - 1 end,
  button("Cancel", function(self) dismiss(self, { animated = false }) end) }
root { button("Open", function() open = open + 1 present(S) end) }
invariant("open is what is shown", function() return open == #scene.stack end)
explore { actions = { "tap", "wait" } }
