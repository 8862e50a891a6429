-- The third tap on moonsheet.patterns.sheet_item_state: one book is shown, one waits, and there is no room for more. Shortest:
-- tap; wait until it is there; swipe; tap and tap again while it slides.
local sheet_item_state = require "moonsheet.patterns.sheet_item_state"
local last
local picked = sheet_item_state { name = "picked", on_dropped = function() end }
local function pick(book) return function() last = book picked:set(book) end end
root { button("Dune", pick "Dune"), button("Emma", pick "Emma") }
root:sheet(picked:modifier { content = function(book) return sheet(book) { text(book) } end,
  on_dismiss = function() if not picked:get() then last = nil end end })
settle()
explore { actions = { "tap", "swipe_down", "wait" }, always = { ["the last tap counts"] = function()
  return last == nil or last == picked:get() or last == picked:waiting()
end } }
