-- `assert.array(list).has.no.holes([length])`.
local use = ...
local assert = use("luassert_assert")
local say = use("say")

local key = "__array_state"

local function array(state, arguments)
  assert(arguments.n > 0, "No array provided to the array-modifier")
  assert(rawget(state, key) == nil, "Array already set")
  rawset(state, key, arguments[1])
  return state
end

local function largest_index(list)
  local largest = 0
  for index in pairs(list) do
    if type(index) == "number" and index > largest and math.floor(index) == index then largest = index end
  end
  return largest
end

local function first_hole(list, length)
  for index = 1, length do
    if list[index] == nil then return index end
  end
  return nil
end

local function holes(state, arguments)
  local list, length = rawget(state, key), arguments[1]
  assert(list ~= nil, "No array set, please use the array modifier to set the array to validate")
  if length == nil then length = largest_index(list) end
  assert(type(length) == "number", "expected array length to be of type 'number', got: " .. tostring(length))
  local hole = first_hole(list, length)
  arguments[1] = hole
  arguments.n = hole and 1 or 0
  return hole ~= nil, { hole }
end

say:set("assertion.array_holes.positive", "Expected array to have holes, but none was found.\n")
say:set("assertion.array_holes.negative", "Expected array to not have holes, hole found at position: %s\n")
assert:register("modifier", "array", array)
assert:register("assertion", "holes", holes, "assertion.array_holes.positive", "assertion.array_holes.negative")

return true
