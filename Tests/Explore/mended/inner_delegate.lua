-- O-31, mended: on what is presented.
local page = controller "Page" { button("Done", function(self) if scene.is_idle then dismiss(self) end end) }
local nav = navigation "Nav" { style = "page_sheet", page, should_dismiss = function() return false end,
  did_attempt_to_dismiss = function() end }
root { button("Open", function() if scene.top == root then present(nav) end end) }
explore { actions = { "tap", "swipe_down", "wait" }, properties = { unsaved_lost = false } }
