local busted = require "busted.core"
local api = require "busted"
local assert = require "luassert"

_G.helper_state = "ran"
_G.helper_events = {}

local function name_of(element)
  local names = { element.name }
  local parent = api.parent(element)
  while parent and parent.name and parent.descriptor ~= "file" do
    table.insert(names, 1, parent.name)
    parent = api.parent(parent)
  end
  return table.concat(names, " ")
end

api.subscribe({ "test", "start" }, function(element) table.insert(_G.helper_events, name_of(element)) return nil, true end)
api.subscribe({ "file", "start" }, function(file) _G.helper_file = file.name return nil, true end)
api.subscribe({ "register", "it" }, function(name) return nil, not name:find("DROPPED") end, { priority = 1 })
assert:register("assertion", "helpful", function(_, arguments) return arguments[1] == "help" end,
  "assertion.same.positive", "assertion.same.negative")
_G.exported_word = function() return "exported" end
_G.timed_block = function(name, fn) return api.describe(name, fn) end
assert(type(busted) == "function")
