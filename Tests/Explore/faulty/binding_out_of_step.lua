-- O-29: analytics takes SwiftUI's place as delegate, and SwiftUI never hears that its sheet went. Shortest: swipe, and wait
-- for the end.
local shown = binding(true, "shown")
local S = sheet "S" { text "hello" }
root:sheet { is_presented = shown, content = S }
settle()
listener = delegate { did_dismiss = function() end }
S.presentation_controller.delegate = listener
explore { actions = { "swipe_down", "wait" } }
