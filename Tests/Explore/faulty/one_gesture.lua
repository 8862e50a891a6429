-- O-22: when the child is gone, the parent is told to dismiss, and presents nothing any more, so it goes itself. Shortest:
-- swipe the child; wait until it is gone, which is when the parent begins to go.
local parent = sheet "Parent" { button("Close", function(self) dismiss(self) end) }
local child = sheet "Child" { did_dismiss = function() dismiss(parent) end }
present(parent) settle() present(child) settle()
explore { actions = { "swipe_down", "tap", "wait" } }
