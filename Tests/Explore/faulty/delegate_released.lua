-- O-30: nobody keeps the delegate, so it dies and nobody is asked. Shortest: one swipe.
local page = sheet "Page" {}
present(page) settle()
page.presentation_controller.delegate = delegate { should_dismiss = function() return false end,
  did_attempt_to_dismiss = function() end }
explore { actions = { "swipe_down", "wait" } }
