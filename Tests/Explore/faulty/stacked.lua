-- O-14: a helper that presents on the topmost stacks copies. Shortest: tap, wait until it is there, tap on it again.
function open_details() present(sheet "Details" { animated = false, button("More", function() open_details() end) }) end
root { button("Open", function() open_details() end) }
explore { actions = { "tap", "wait" }, depth = 3, properties = { trap = false } }
