-- A note editor in a SwiftUI sheet: pulling it down while the draft is dirty is refused, and the presenter hears of each try.
local interactive_dismiss_disabled = require "moonsheet.patterns.interactive_dismiss_disabled"

local draft = binding("", "draft")
local is_shown = binding(true, "is_shown")
local attempts = binding(nil, "attempts")

local lock = interactive_dismiss_disabled {
  disabled = function() return draft:get() ~= "" end,
  attempts = attempts,
}

root:on_change(attempts, function() print("a refused try") end)
root:sheet {
  is_presented = is_shown,
  on_dismiss = function() print("on_dismiss") end,
  content = function() return sheet "Editor" { text_field("body", draft), lock } end,
}
settle()

print("-- typed: each pull is refused, and each is told")
user:type("body", "hello")
user:swipe_down()
settle()
user:swipe_down()
settle()

print("-- empty again: the pull closes it, and SwiftUI hears of it")
user:type("body", "")
user:swipe_down()
settle()
print("is_shown: " .. tostring(is_shown:get()))
