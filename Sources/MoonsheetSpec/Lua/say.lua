-- `require "say"`: texts by key, in namespaces, with a fallback.
local use = ...
local registry = {}
local current, fallback

local say = { _VERSION = "Say 1.3", _registry = registry }

local function open(namespace)
  registry[namespace] = registry[namespace] or {}
  return namespace
end

function say:set_namespace(namespace) current = open(namespace) end

function say:set_fallback(namespace) fallback = open(namespace) end

function say:set(key, value) registry[current][key] = value end

local function find(key)
  local found = registry[current][key]
  if found == nil then found = registry[fallback][key] end
  return found
end

-- The texts of assertions and reports are loaded when one is first missed; texts that are there by then stay.
local lacks_texts = true

function say.add(key, value)
  if registry.en[key] == nil then registry.en[key] = value end
end

local function text(_, key, values)
  if values ~= nil and type(values) ~= "table" then
    error(string.format("expected parameter table to be a table, got '%s'", type(values)), 2)
  end
  local found = find(key)
  if found == nil and lacks_texts then
    lacks_texts = false
    use("luassert_texts")
    use("busted_languages")
    found = find(key)
  end
  if found == nil then return nil end
  found = tostring(found)
  values = values or {}
  local count = math.max(values.n or 0, #values)
  values.n = count
  if count == 0 then return found end
  local texts = {}
  for i = 1, count do texts[i] = tostring(values[i]) end
  return string.format(found, table.unpack(texts, 1, count))
end

say:set_fallback("en")
say:set_namespace("en")

return setmetatable(say, { __call = text, __index = function(_, key) return registry[key] end })
