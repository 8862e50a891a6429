-- O-29, mended: the delegate hands on what it does not answer.
local shown = binding(true, "shown")
local S = sheet "S" { text "hello" }
root:sheet { is_presented = shown, content = S }
settle()
listener = delegate { forwarding = true, did_dismiss = function() end }
S.presentation_controller.delegate = listener
explore { actions = { "swipe_down", "wait" } }
