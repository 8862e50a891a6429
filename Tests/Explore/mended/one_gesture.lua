-- O-22, mended: the child's end is left at that.
local parent = sheet "Parent" { button("Close", function(self) if scene.top == self then dismiss(self) end end) }
local child = sheet "Child" { did_dismiss = function() end }
present(parent) settle() present(child) settle()
explore { actions = { "swipe_down", "tap", "wait" } }
