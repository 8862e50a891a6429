-- O-04: a framework closes for real in will_dismiss. Shortest: swipe.
present(sheet "Model" { will_dismiss = function(self) dismiss(self) end }) settle()
explore { actions = { "swipe_down", "drag", "release", "cancel_touch", "wait" } }
