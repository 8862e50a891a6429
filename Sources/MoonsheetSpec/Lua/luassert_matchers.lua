-- The matchers. Each answers a function that tells whether a value matches.
local use = ...
local assert = use("luassert_assert")
local formatting = use("luassert_state")
local match = use("luassert_match")
local util = use("luassert_util")
local say = use("say")

local function described(value) return formatting.format_argument(value) or tostring(value) end

local function need(count, arguments, name, level)
  if arguments.n >= count then return end
  assert(false, say("assertion.internal.argtolittle", { name, count, tostring(arguments.n) }),
    assert:level((level or 1) + 2))
end

local function need_type(condition, position, name, wanted, got, level)
  if condition then return end
  assert(false, say("assertion.internal.badargtype", { position, name, wanted, got }),
    assert:level((level or 1) + 2))
end

local function unique(_, arguments)
  local is_deep = arguments[1]
  return function(list)
    for key, value in pairs(list) do
      for other_key, other in pairs(list) do
        if key ~= other_key and (value == other or (is_deep and util.deepcompare(value, other, true))) then
          return false
        end
      end
    end
    return true
  end
end

local function near(_, arguments, level)
  need(2, arguments, "near", level)
  local expected, tolerance = tonumber(arguments[1]), tonumber(arguments[2])
  local wanted = "number or object convertible to a number"
  need_type(expected, 1, "near", wanted, described(arguments[1]), level)
  need_type(tolerance, 2, "near", wanted, described(arguments[2]), level)
  return function(value)
    local actual = tonumber(value)
    return actual ~= nil and actual >= expected - tolerance and actual <= expected + tolerance
  end
end

local function text_of(value)
  local kind = type(value)
  if kind == "string" or kind == "number" then return tostring(value) end
  if kind == "table" and (getmetatable(value) or {}).__tostring then return tostring(value) end
  return nil
end

local function matches(_, arguments, level)
  need(1, arguments, "matches", level)
  local pattern, init, is_plain = arguments[1], arguments[2], arguments[3]
  need_type(type(pattern) == "string", 1, "matches", "string", type(pattern), level)
  need_type(init == nil or tonumber(init), 2, "matches", "number", type(init), level)
  return function(value)
    local text = text_of(value)
    return text ~= nil and string.find(text, pattern, init, is_plain) ~= nil
  end
end

local function equals(_, arguments, level)
  need(1, arguments, "equals", level)
  return function(value) return value == arguments[1] end
end

local function same(_, arguments, level)
  need(1, arguments, "same", level)
  return function(value)
    local expected = arguments[1]
    if type(value) == "table" and type(expected) == "table" then return (util.deepcompare(value, expected, true)) end
    return value == expected
  end
end

local object_types = { table = true, ["function"] = true, thread = true, userdata = true }

local function ref(_, arguments, level)
  need(1, arguments, "ref", level)
  local object = arguments[1]
  need_type(object_types[type(object)], 1, "ref", "object", type(object), level)
  return function(value) return value == object end
end

local function exactly(expected)
  return function() return function(value) return value == expected end end
end

local function truthiness(expected)
  return function() return function(value) return (value ~= nil and value ~= false) == expected end end
end

local function of_type(name)
  return function() return function(value) return type(value) == name end end
end

-- Matchers of which so many must match: `decides` is asked at each, and answers a verdict or nil.
local function composite(name, otherwise, decides)
  return function(_, arguments, level)
    need(1, arguments, name, level)
    for position = 1, arguments.n do
      need_type(match.is_matcher(arguments[position]), 1, name, "matcher", type(arguments[position]), level)
    end
    return function(value)
      for _, matcher in ipairs(arguments) do
        local verdict = decides(matcher(value))
        if verdict ~= nil then return verdict end
      end
      return otherwise
    end
  end
end

local function when(state, verdict)
  return function(is_matching) if is_matching == state then return verdict end end
end

local registered = {
  { "true", exactly(true) }, { "false", exactly(false) }, { "truthy", truthiness(true) },
  { "falsy", truthiness(false) }, { "ref", ref }, { "same", same }, { "matches", matches }, { "match", matches },
  { "near", near }, { "equals", equals }, { "equal", equals }, { "unique", unique },
  { "none_of", composite("none", true, when(true, false)) },
  { "any_of", composite("any", false, when(true, true)) },
  { "all_of", composite("all", true, when(false, false)) },
}
for _, name in ipairs { "nil", "boolean", "number", "string", "table", "function", "userdata", "thread" } do
  table.insert(registered, { name, of_type(name) })
end
for _, entry in ipairs(registered) do assert:register("matcher", entry[1], entry[2]) end

return true
