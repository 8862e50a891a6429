-- `require "luassert.assert"`: chains of words, what they are registered with, and plain `assert(condition, message)`.
local use = ...
local say = use("say")
local state = use("luassert_state")
local util = use("luassert_util")
local namespaces = use("luassert_namespaces")

local level_metatable = {}
local assert_object = {}

-- Raises an expectation's failure; a runner puts its own in place.
local hooks = { fail = function(message, level) error(message, level + 1) end }

local function failure_text(key, own, arguments)
  if util.hastostring(own) then
    own = tostring(own)
  elseif own ~= nil then
    own = state.format_argument(own)
  end
  local text = say(key, assert_object:format(arguments))
  if text and own then return own .. "\n" .. text end
  return text or own
end

-- What is known of both sides before they are written out, for a report of where they part.
local function sides(key, arguments)
  if key ~= "assertion.same.positive" and key ~= "assertion.equals.positive" then return nil end
  return use("difference").lines(arguments[2], arguments[1])
end

local function apply_modifiers(self, keys, ...)
  for index = 1, #keys do
    local modifier = namespaces.modifier[keys[index]]
    if modifier then modifier.callback(self, ...) end
  end
end

local function find(keys)
  local found
  local assertions = namespaces.assertion
  for index = 1, #keys do found = assertions and assertions[keys[index]] or found end
  return found
end

local function finish(results, ...)
  if results then return util.unpack(results) end
  return ...
end

local chain_metatable = {}

function chain_metatable.__call(self, ...)
  local keys = util.extract_keys("assertion", self.tokens)
  local assertion = find(keys)
  local arguments = util.make_arglist(...)
  if not assertion then
    self.tokens = {}
    apply_modifiers(self, keys, arguments, util.errorlevel())
    return self
  end
  apply_modifiers(self, keys)
  -- NB: looking for the level costs more than most assertions; those of our own do when they need it.
  local level = not (assertion.finds_level and debug) and util.errorlevel() or nil
  local holds, results = assertion.callback(self, arguments, level)
  if (not holds) == self.mod then
    local key = self.mod and assertion.positive_message or assertion.negative_message
    local where = sides(key, arguments)
    local text = failure_text(key, rawget(self, "failure_message"), arguments)
    hooks.fail(text or "assertion failed!", util.errorlevel(), where)
  end
  return finish(results, ...)
end

-- The words of each name that was ever part of a chain.
local words = {}

local function words_of(name)
  local found = {}
  for word in string.gmatch(string.lower(name), "[^_]+") do found[#found + 1] = word end
  words[name] = found
  return found
end

function chain_metatable.__index(self, key)
  local tokens = self.tokens
  local found = words[key] or apart(words_of, key)
  for index = 1, #found do tokens[#tokens + 1] = found[index] end
  return self
end

-- NB: with room for the words of most chains.
function assert_object.state() return setmetatable({ mod = true, tokens = { nil, nil, nil } }, chain_metatable) end

function assert_object:register(namespace, name, callback, positive_message, negative_message)
  local key = string.lower(name)
  namespaces[namespace] = namespaces[namespace] or {}
  namespaces[namespace][key] = {
    callback = callback, name = key, positive_message = positive_message, negative_message = negative_message,
  }
end

function assert_object:unregister(namespace, name)
  namespaces[namespace] = namespaces[namespace] or {}
  namespaces[namespace][string.lower(name)] = nil
end

function assert_object:add_formatter(callback) state.add_formatter(callback) end

function assert_object:remove_formatter(formatter) state.remove_formatter(formatter) end

-- Replaces the arguments by their texts.
function assert_object:format(arguments)
  local unformatted, options = arguments.nofmt or {}, arguments.fmtargs or {}
  for index = 1, arguments.n or #arguments do
    if not unformatted[index] then
      local value = arguments[index]
      local text = state.format_argument(value, nil, options[index])
      if text == nil then text = tostring(value) end
      arguments[index] = text
    end
  end
  return arguments
end

function assert_object:set_parameter(name, value) state.set_parameter(name, value) end

function assert_object:get_parameter(name) return state.get_parameter(name) end

function assert_object:add_spy(spy) state.add_spy(spy) end

function assert_object:snapshot() return state.snapshot() end

function assert_object:level(level) return setmetatable({ level = level }, level_metatable) end

function assert_object:get_level(level)
  if getmetatable(level) ~= level_metatable then return nil end
  return level.level
end

local metatable = { hooks = hooks }

function metatable.__call(self, condition, message, level, ...)
  if not condition then hooks.fail(message or "assertion failed!", (self:get_level(level) or 1) + 1) end
  return condition, message, level, ...
end

function metatable.__index(self, key) return rawget(self, key) or self.state()[key] end

return setmetatable(assert_object, metatable)
