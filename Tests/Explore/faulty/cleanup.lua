-- O-09: what is opened is closed in did_dismiss, which code does not bring. Shortest: open (it is there at once), cancel, and
-- the invariant fails.
local open = 0
local S = sheet "S" { animated = false, did_dismiss = function() open = open - 1 end,
  button("Cancel", function(self) dismiss(self, { animated = false }) end) }
root { button("Open", function() open = open + 1 present(S) end) }
invariant("open is what is shown", function() return open == #scene.stack end)
explore { actions = { "tap", "wait" }, depth = 3 }
