-- O-14, mended: it looks at what is there first.
local details
root { button("Open", function()
  details = details or sheet "Details" { animated = false, button("Close", function(self) dismiss(self) end) }
  if scene.top == root then present(details) end
end) }
explore { actions = { "tap", "wait" }, depth = 8 }
