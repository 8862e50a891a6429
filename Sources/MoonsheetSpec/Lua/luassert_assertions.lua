-- The assertions. Each takes the chain's state, the argument list, which it leaves as the message wants it, and the
-- level of the caller or nil; it answers whether it holds, and what the call returns if that is not its arguments.
local use = ...
local assert = use("luassert_assert")
local formatting = use("luassert_state")
local util = use("luassert_util")
local namespaces = use("luassert_namespaces")
local say = use("say")

local function described(value) return formatting.format_argument(value) or tostring(value) end

local function own_message(state, message)
  if message ~= nil then state.failure_message = message end
end

local function need(count, arguments, name, level)
  if arguments.n >= count then return end
  assert(false, say("assertion.internal.argtolittle", { name, count, tostring(arguments.n) }),
    assert:level(level and level + 2 or util.chainlevel(3)))
end

local function need_type(condition, position, name, wanted, got, level)
  if condition then return end
  assert(false, say("assertion.internal.badargtype", { position, name, wanted, got }),
    assert:level(level and level + 2 or util.chainlevel(3)))
end

-- Messages show what was passed in first, and calls name what is expected first.
local function swap(arguments) util.tinsert(arguments, 1, util.tremove(arguments, 2)) end

local function leave_unformatted(arguments, ...)
  arguments.nofmt = arguments.nofmt or {}
  for _, position in ipairs { ... } do arguments.nofmt[position] = true end
end

-- --- Values ----------------------------------------------------------------------------------------------------------

local function equals(state, arguments, level)
  need(2, arguments, "equals", level)
  local holds = arguments[1] == arguments[2]
  swap(arguments)
  own_message(state, arguments[3])
  return holds
end

local function same(state, arguments, level)
  need(2, arguments, "same", level)
  local expected, actual = arguments[1], arguments[2]
  swap(arguments)
  own_message(state, arguments[3])
  if type(expected) ~= "table" or type(actual) ~= "table" then return expected == actual end
  local holds, crumbs = util.deepcompare(expected, actual, true)
  arguments.fmtargs = arguments.fmtargs or {}
  arguments.fmtargs[1] = { crumbs = crumbs }
  arguments.fmtargs[2] = { crumbs = crumbs }
  return holds
end

local function near(state, arguments, level)
  need(3, arguments, "near", level)
  local numbers = {}
  for position = 1, 3 do
    numbers[position] = tonumber(arguments[position])
    need_type(numbers[position], position, "near", "number or object convertible to a number",
      described(arguments[position]), level)
  end
  local expected, actual, tolerance = numbers[1], numbers[2], numbers[3]
  swap(arguments)
  arguments[3] = tolerance
  leave_unformatted(arguments, 3)
  own_message(state, arguments[4])
  return actual >= expected - tolerance and actual <= expected + tolerance
end

local function truthy(state, arguments, level)
  need(1, arguments, "truthy", level)
  own_message(state, arguments[2])
  return arguments[1] ~= false and arguments[1] ~= nil
end

local function falsy(state, arguments, level)
  need(1, arguments, "falsy", level)
  return not truthy(state, arguments, level)
end

local function exactly(value)
  return function(state, arguments)
    util.tinsert(arguments, 2, value)
    own_message(state, arguments[3])
    return arguments[1] == value
  end
end

local function of_type(name)
  return function(state, arguments)
    util.tinsert(arguments, 2, "type " .. name)
    leave_unformatted(arguments, 2)
    own_message(state, arguments[3])
    return arguments.n > 1 and type(arguments[1]) == name
  end
end

-- A list, and in either order whether to look into its tables, and a message.
local function unique(state, arguments)
  local list, second, third = arguments[1], arguments[2], arguments[3]
  local is_deep
  if type(second) == "boolean" or (second == nil and arguments.n > 2) then
    is_deep = second
    own_message(state, third)
  else
    if type(third) == "boolean" then is_deep = third end
    own_message(state, second)
  end
  for key, value in pairs(list) do
    for other_key, other in pairs(list) do
      if key ~= other_key then
        if value == other or (is_deep and util.deepcompare(value, other, true)) then return false end
      end
    end
  end
  return true
end

local function returned_arguments(_, arguments)
  arguments[1] = tostring(arguments[1])
  arguments[2] = tostring(arguments.n - 1)
  leave_unformatted(arguments, 1, 2)
  if arguments.n < 2 then arguments.n = 2 end
  return arguments[1] == arguments[2]
end

-- --- Texts and errors ------------------------------------------------------------------------------------------------

-- Takes a message out from behind the first two arguments, and answers it and the place of `init`.
local function take_message(arguments)
  for position = 3, arguments.n do
    local value = arguments[position]
    if value and type(value) ~= "boolean" and not tonumber(value) then
      return util.tremove(arguments, position), position == 3 and 4 or 3
    end
  end
  return nil, 3
end

local function search(text, pattern, init, is_plain)
  if is_plain then
    local found = string.find(text, pattern, init, is_plain) ~= nil
    return found, found and { pattern } or {}
  end
  local captures = util.pack(string.match(text, pattern, init))
  captures.n = nil
  return captures[1] ~= nil, captures
end

local function matches(state, arguments, level)
  need(2, arguments, "matches", level)
  local pattern, value = arguments[1], arguments[2]
  local text = (util.hastostring(value) or type(value) == "number") and tostring(value) or nil
  local message, init_position = take_message(arguments)
  local init, is_plain = arguments[3], arguments[4]
  need_type(type(pattern) == "string", 1, "matches", "string", type(pattern), level)
  need_type(text, 2, "matches", "string or object convertible to a string", described(value), level)
  need_type(init == nil or tonumber(init), init_position, "matches", "number", type(init), level)
  swap(arguments)
  own_message(state, message)
  return search(text, pattern, init, is_plain)
end

-- Runs a function that is expected to raise; answers whether it returned, and the error without its position.
local function caught(callable)
  local is_fine, raised = pcall(callable)
  if type(raised) == "string" then raised = string.gsub(raised, "^.-:%d+: ", "", 1) end
  return is_fine, raised
end

local function show_error(arguments, is_fine, raised, expected, has_expected)
  arguments.n = 2
  arguments[1] = is_fine and "(no error)" or raised
  arguments[2] = has_expected and expected or "(error)"
  arguments.nofmt = { [1] = is_fine or nil, [2] = not has_expected or nil }
end

local function has_error(state, arguments, level)
  local results = util.shallowcopy(arguments)
  local callable, expected, message = arguments[1], arguments[2], arguments[3]
  need_type(util.callable(callable), 1, "error", "function or callable object", type(callable), level)
  local is_fine, raised = caught(callable)
  results[1] = raised
  show_error(arguments, is_fine, raised, expected, expected ~= nil)
  own_message(state, message)
  if is_fine or expected == nil then return not is_fine, results end
  if type(expected) == "string" then
    if util.hastostring(raised) then
      raised = tostring(raised)
      results[1] = raised
    end
    if type(raised) == "string" then return expected == raised, results end
  elseif type(expected) == "number" and type(raised) == "string" then
    return tostring(expected) == tostring(tonumber(raised)), results
  end
  return same(state, { expected, raised, n = 2 }), results
end

local function error_matches(state, arguments, level)
  local results = util.shallowcopy(arguments)
  local callable, pattern = arguments[1], arguments[2]
  need(2, arguments, "error_matches", level)
  need_type(util.callable(callable), 1, "error_matches", "function or callable object", type(callable), level)
  need_type(pattern == nil or type(pattern) == "string", 2, "error", "string", type(pattern), level)
  local message, init_position = take_message(arguments)
  local init, is_plain = arguments[3], arguments[4]
  need_type(init == nil or tonumber(init), init_position, "matches", "number", type(init), level)
  local is_fine, raised = caught(callable)
  results[1] = raised
  show_error(arguments, is_fine, raised, pattern, true)
  own_message(state, message)
  if is_fine then return false, results end
  if raised == nil and pattern == nil then return true, {} end
  if util.hastostring(raised) or type(raised) == "number" or type(raised) == "boolean" then
    raised = tostring(raised)
    results[1] = raised
  end
  if type(raised) ~= "string" then return false, results end
  local holds, captures = search(raised, pattern, init, is_plain)
  return holds, holds and captures or results
end

-- --- Names -----------------------------------------------------------------------------------------------------------

local function register(callback, key, ...)
  for _, name in ipairs { ... } do
    assert:register("assertion", name, callback, "assertion." .. key .. ".positive", "assertion." .. key .. ".negative")
    namespaces.assertion[name].finds_level = true
  end
end

register(exactly(true), "same", "true")
register(exactly(false), "same", "false")
for _, name in ipairs { "boolean", "number", "string", "table", "nil", "userdata", "function", "thread" } do
  register(of_type(name), "same", name)
end
register(returned_arguments, "returned_arguments", "returned_arguments")
register(same, "same", "same")
register(matches, "matches", "matches", "match")
register(near, "near", "near")
register(equals, "equals", "equals", "equal")
register(unique, "unique", "unique")
register(has_error, "error", "error", "errors")
register(error_matches, "error", "error_matches", "error_match", "matches_error", "match_error")
register(truthy, "truthy", "truthy")
register(falsy, "falsy", "falsy")

return true
