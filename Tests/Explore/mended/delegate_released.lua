-- O-30, mended: a variable keeps it.
local done = false
local page = sheet "Page" { button("Done", function(self) if scene.is_idle then done = true dismiss(self) end end) }
present(page) settle()
kept = delegate { should_dismiss = function() return done end, did_attempt_to_dismiss = function() end }
page.presentation_controller.delegate = kept
explore { actions = { "swipe_down", "tap", "wait" } }
