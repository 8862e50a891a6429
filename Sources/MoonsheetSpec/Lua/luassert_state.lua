-- `require "luassert.state"`: formatters, parameters and spies, in layers that a snapshot adds and a revert takes off.
local use = ...

local state = {}
local current

-- The formatters that are there from the start belong to the first layer; they are loaded when first needed.
local is_ready = false

local function prepare()
  if is_ready then return end
  is_ready = true
  use("luassert_formatters")
end
local layer_metatable = { __call = function(self) self:revert() end }
local weak = { __mode = "kv" }
-- Stands for a parameter that was set to nil.
local absent = {}

function state.revert(layer)
  if not layer then
    layer = current
    if not layer.previous then return end
  end
  if getmetatable(layer) ~= layer_metatable then error("Value provided is not a valid snapshot", 2) end
  if layer.next then layer.next:revert() end
  layer.formatters, layer.parameters = {}, {}
  -- The order of a weak table is nobody's: what was spied on last is put back first.
  local spies = {}
  for spy, serial in pairs(layer.spies) do spies[#spies + 1] = { spy = spy, serial = serial } end
  table.sort(spies, function(a, b) return a.serial > b.serial end)
  for _, entry in ipairs(spies) do
    layer.spies[entry.spy] = nil
    entry.spy:revert()
  end
  setmetatable(layer, nil)
  current = layer.previous
  current.next = nil
end

function state.snapshot()
  if current then prepare() end
  local layer = {
    formatters = {}, parameters = {}, spies = setmetatable({}, weak), previous = current, revert = state.revert,
  }
  setmetatable(layer, layer_metatable)
  if current then current.next = layer end
  current = layer
  return layer
end

function state.add_formatter(callback)
  prepare()
  table.insert(current.formatters, 1, callback)
end

function state.remove_formatter(callback, layer)
  prepare()
  layer = layer or current
  while layer do
    for index, formatter in ipairs(layer.formatters) do
      if formatter == callback then
        table.remove(layer.formatters, index)
        break
      end
    end
    layer = layer.previous
  end
end

function state.format_argument(value, layer, options)
  prepare()
  layer = layer or current
  while layer do
    for _, formatter in ipairs(layer.formatters) do
      local text = formatter(value, options)
      if text ~= nil then return text end
    end
    layer = layer.previous
  end
  return nil
end

function state.set_parameter(name, value)
  prepare()
  if value == nil then value = absent end
  current.parameters[name] = value
end

function state.get_parameter(name, layer)
  prepare()
  layer = layer or current
  while layer do
    local value = layer.parameters[name]
    if value ~= nil then
      if value == absent then return nil end
      return value
    end
    layer = layer.previous
  end
  return nil
end

local serial = 0

function state.add_spy(spy)
  serial = serial + 1
  current.spies[spy] = serial
end

state.snapshot()

return state
