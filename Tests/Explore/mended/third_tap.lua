-- The third tap, mended: what has no room takes the place of what waits.
local sheet_item_state = require "moonsheet.patterns.sheet_item_state"
local last, picked
picked = sheet_item_state { name = "picked", on_dropped = function(book) picked.next:set(nil) picked:set(book) end }
local function pick(book) return function() last = book picked:set(book) end end
root { button("Dune", pick "Dune"), button("Emma", pick "Emma") }
root:sheet(picked:modifier { content = function(book) return sheet(book) { text(book) } end,
  on_dismiss = function() if not picked:get() then last = nil end end })
settle()
explore { actions = { "tap", "swipe_down", "wait" }, always = { ["the last tap counts"] = function()
  return last == nil or last == picked:get() or last == picked:waiting()
end } }
