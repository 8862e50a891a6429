-- O-03: the form is reset in will_dismiss, which comes before a pull is decided. Shortest: pull a quarter down, let go, and
-- wait until it has sprung back.
local comment = binding("mine", "comment")
present(sheet "Upload" { will_dismiss = function() comment:set("") end, text_field("comment", comment) })
settle()
explore { actions = { "drag", "release", "wait" } }
