-- A guardian inside a navigation controller hears every pull on what is presented through it, SwiftUI's sheets included.
local dismiss_guardian = require "moonsheet.patterns.dismiss_guardian"

local draft = binding("hello", "draft")
local attempted = binding(false, "attempted")
local is_shown = binding(false, "is_shown")

local guardian = dismiss_guardian {
  name = "Guardian",
  prevent_dismissal = function() return draft:get() ~= "" end,
  attempted = attempted,
  button("Edit", function() is_shown:set(true) end),
}
guardian:on_change(attempted, function(new) print("attempted: " .. tostring(new)) end)
guardian:sheet {
  is_presented = is_shown,
  on_dismiss = function() print("on_dismiss") end,
  content = function() return sheet "Editor" { text_field("body", draft) } end,
}
root:add_child(navigation "Nav" { guardian })
settle()

print("-- refused, and told")
user:tap "Edit"
settle()
user:swipe_down()
settle()

print("-- allowed, and SwiftUI hears of it")
user:type("body", "")
user:swipe_down()
settle()
print("is_shown: " .. tostring(is_shown:get()))

print("-- shown again: attempted is taken back")
user:tap "Edit"
settle()
