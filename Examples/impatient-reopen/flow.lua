-- One impatient thumb, four rules: a sheet is pulled away, and before it is gone two other things are picked.
scene.profile = "ios16"

local rules = { "system", "keep_first", "keep_last", "fifo" }
local pick = {}

local function row(rule)
  local picked = item(nil, { name = rule })
  pick[rule] = function(value) picked:set(value) end
  root:sheet {
    item = picked,
    while_closing = rule,
    content = function(value) return sheet(value) { text(value) } end,
  }
end

for _, rule in ipairs(rules) do row(rule) end
settle()

for _, rule in ipairs(rules) do
  print("-- " .. rule)
  pick[rule]("Soup")
  settle()
  user:swipe_down()
  clock:advance(100)
  pick[rule]("Salad")
  clock:advance(100)
  pick[rule]("Cake")
  settle()
  while scene.top ~= root do
    print(scene.top.name .. " came back")
    user:swipe_down()
    settle()
  end
end
