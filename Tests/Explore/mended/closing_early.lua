-- O-04, mended: when it is over.
local closed
present(sheet "Model" { on_closed = function() closed = true end }) settle()
explore { actions = { "swipe_down", "drag", "release", "cancel_touch", "wait" } }
