-- An impatient thumb taps one book after the other. The first is shown, the second waits, the third is dropped.
local sheet_item_state = require "moonsheet.patterns.sheet_item_state"

local picked = sheet_item_state { name = "picked" }

root {
  button("Dune", function() picked:set("Dune") end),
  button("Emma", function() picked:set("Emma") end),
  button("Ubik", function() picked:set("Ubik") end),
}
root:sheet(picked:modifier {
  on_dismiss = function(self) print(self.name .. " is over") end,
  content = function(book) return sheet(book) { text(book) } end,
})
settle()

print("-- three taps: one while idle, two while the first slides away")
user:tap "Dune"
settle()
user:swipe_down()
user:tap "Emma"
user:tap "Ubik"
settle()
print("on screen: " .. scene.top.name)

print("-- nil closes it, and nothing waits")
picked:set(nil)
settle()
print("on screen: " .. scene.top.name)

print("-- the same book twice: each set has an identity of its own")
picked:set("Dune")
picked:set("Dune")
settle()
picked:set(nil)
settle()
print("on screen: " .. scene.top.name)
