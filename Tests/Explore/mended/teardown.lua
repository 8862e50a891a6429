-- O-03, mended: it is reset when the sheet is gone.
local comment = binding("mine", "comment")
present(sheet "Upload" { on_closed = function() comment:set("") end, text_field("comment", comment) })
settle()
explore { actions = { "drag", "release", "wait" } }
