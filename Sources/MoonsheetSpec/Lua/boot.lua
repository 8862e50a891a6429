-- The first chunk of the vocabulary: gives the others their globals and each other.
--
-- Specs may replace what they like in `_G`; the vocabulary keeps what it found at the start.
local host = ...

local private = {}
for name, value in next, _G do private[name] = value end
private.globals = _G

if rawget(_G, "debug") then
  for _, name in ipairs { "string", "table", "math", "os", "io", "debug", "coroutine", "utf8" } do
    local copy = {}
    for key, value in pairs(_G[name]) do copy[key] = value end
    private[name] = copy
  end
end

-- What sees through a protected metatable, where that is possible.
private.metatable_of = private.debug and private.debug.getmetatable or function(value)
  local metatable = getmetatable(value)
  return type(metatable) == "table" and metatable or nil
end

local loaded = {}

local function use(name)
  local value = loaded[name]
  if value == nil then
    local chunk = assert(load(host.source(name), "=[moonsheet]/" .. name .. ".lua", "t", private))
    value = chunk(use, host)
    loaded[name] = value
  end
  return value
end

return use("runner").prepare()
