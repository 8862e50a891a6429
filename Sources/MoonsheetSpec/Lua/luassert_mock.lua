-- `require "luassert.mock"`: spies or stubs in the place of every function of a table, in depth.
local use = ...
local spy = use("luassert_spy")
local stub = use("luassert_stub")

local function keys_of(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  return keys
end

local function apply(object, action)
  if type(object) ~= "table" then return end
  if spy.is_spy(object) then return object[action](object) end
  for _, key in ipairs(keys_of(object)) do apply(object[key], action) end
  return object
end

local mock = {}

function mock.new(object, stubs, answer, owner, name)
  local visited = {}

  local function replace(value, holder, key)
    if type(value) == "table" then
      if spy.is_spy(value) or visited[value] then return value end
      visited[value] = true
      for _, inner in ipairs(keys_of(value)) do value[inner] = replace(value[inner], value, inner) end
      return value
    end
    if type(value) ~= "function" then return value end
    if stubs then return stub(holder, key, answer) end
    if holder == nil then return spy.new(value) end
    return spy.on(holder, key)
  end

  return replace(object, owner, name)
end

function mock.clear(object) return apply(object, "clear") end

function mock.revert(object) return apply(object, "revert") end

return setmetatable(mock, { __call = function(_, ...) return mock.new(...) end })
