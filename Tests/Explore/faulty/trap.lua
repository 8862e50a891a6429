-- O-08: a cover without a control has no way out. It is there from the start: 0 steps.
present(cover "About" { text "version 1" })
settle()
explore { actions = { "swipe_down", "tap_outside", "press_escape", "perform_escape", "tap", "wait" } }
