-- The globals of spec files: names are looked up in the blocks around the running code, then in `_G`.
local use, host = ...

return function(context)
  -- Words whose modules are loaded when they are first used, with their files.
  local environment = { later = {} }
  local primitives = host.primitives or {}
  local is_strict = host.primitives ~= nil

  local function new() return {} end

  local function find(_, key)
    local element, parents = context.current, context.parents
    while element do
      local names = element.env
      local value = names and names[key]
      if value ~= nil then return value end
      element = parents[element]
    end
    if environment.later[key] then return environment.load(key) end
    if not is_strict then return globals[key] end
    local value = rawget(globals, key)
    if value == nil then value = primitives[key] end
    if value == nil then error(host.undefined(key), 2) end
    return value
  end

  local function assign(_, key, value)
    if primitives[key] ~= nil then
      error("'" .. tostring(key) .. "' belongs to moonsheet and cannot be assigned; use a local of another name", 2)
    end
    local element = context.current
    element.env = element.env or apart(new)
    element.env[key] = value
  end

  environment.table = setmetatable({}, { __index = find, __newindex = assign })

  local root = context.current

  function environment.load(key)
    local value = use(environment.later[key])
    environment.later[key] = nil
    root.env[key] = value
    environment.on_load(key, value)
    return value
  end

  function environment.wrap(fn) return use("busted_compatibility").setfenv(fn, environment.table) end

  function environment.set(key, value)
    local element = context.current
    element.env = element.env or {}
    element.env[key] = value
  end

  return environment
end
