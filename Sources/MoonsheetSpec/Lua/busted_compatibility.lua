-- `require "busted.compatibility"`: environments of functions, as far as Lua 5.4 has them.
local compatibility = {
  unpack = table.unpack,
  loadstring = load,
}

local function function_of(f) return type(f) == "function" and f or debug.getinfo(f + 2, "f").func end

local function environment_index(f)
  local index = 1
  while true do
    local name = debug.getupvalue(f, index)
    if name == "_ENV" then return index end
    if not name then return nil end
    index = index + 1
  end
end

function compatibility.getfenv(f)
  if not debug then return globals end
  f = function_of(f)
  local index = environment_index(f)
  if not index then return globals end
  local _, value = debug.getupvalue(f, index)
  return value or globals
end

function compatibility.setfenv(f, environment)
  if not debug then return f end
  f = function_of(f)
  local index = environment_index(f)
  if index then
    -- A variable of its own, so that functions made beside it keep theirs.
    debug.upvaluejoin(f, index, function() return environment end, 1)
  end
  return f
end

function compatibility.exit(code)
  if os.exit then os.exit(code == 0 and 0 or 1, true) end
end

function compatibility.execute(command)
  local is_fine, _, code = os.execute(command)
  return is_fine, code
end

return compatibility
