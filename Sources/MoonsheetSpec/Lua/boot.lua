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

-- Makes what comes to be when it is first needed, so that objects have the same numbers whoever needed it first.
function private.apart(make, ...)
  if not host.apart then return make(...) end
  host.apart(true)
  local made = make(...)
  host.apart(false)
  return made
end

local loaded = {}
-- NB: with stock libraries the host may give compiled files, which the sandbox's `load` refuses.
local mode = private.debug and "bt" or "t"

local use

local function load_part(name)
  return assert(load(host.source(name), "=[moonsheet]/" .. name .. ".lua", mode, private))(use, host)
end

function use(name)
  local value = loaded[name]
  if value == nil then
    value = private.apart(load_part, name)
    loaded[name] = value
  end
  return value
end

return use("runner").prepare()
