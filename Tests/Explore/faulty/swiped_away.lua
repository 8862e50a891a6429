-- O-01: a half-written post is swiped away. Shortest: type; swipe; wait until it is gone.
local draft, lost = binding("", "draft"), false
local post = sheet "Post" { text_field("body", draft), on_closed = function() lost = draft:get() ~= "" end }
present(post) settle()
explore { actions = { "type", "swipe_down", "tap", "wait" }, types = { body = { "x", "" } },
  always = { ["what was typed stays"] = function() return not lost end } }
