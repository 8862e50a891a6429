-- O-08, mended: with a button.
present(cover "About" { text "version 1", button("Close", function(self) dismiss(self) end) })
settle()
explore { actions = { "swipe_down", "tap_outside", "press_escape", "perform_escape", "tap", "wait" } }
