-- Where in the tree of blocks the run is, and what each block saw of the globals and of loaded modules.
local use = ...
local modules = use("modules")

-- What an element that may not declare anything sees in the place of the words that do.
local rejections = {}

local function copy(t)
  local result = {}
  for key, value in next, t do result[key] = value end
  return result
end

local function new_table() return {} end

local function save() return { metatable = metatable_of(globals), globals = copy(globals), loaded = copy(modules.loaded) } end

local function put_back(t, saved)
  for _, key in ipairs((function()
    local changed = {}
    for key, value in next, t do
      if not rawequal(value, saved[key]) then changed[#changed + 1] = key end
    end
    return changed
  end)()) do rawset(t, key, saved[key]) end
  for key, value in next, saved do
    if rawget(t, key) == nil then rawset(t, key, value) end
  end
end

local function restore(state)
  if debug then debug.setmetatable(globals, state.metatable) end
  put_back(globals, state.globals)
  put_back(modules.loaded, state.loaded)
end

local function new()
  local root = { descriptor = "suite", attributes = {} }
  local parents, children, stack, states = {}, {}, {}, {}
  -- What runs now, and what each element stands in; environments look here for every global.
  local context = { current = root, parents = parents }

  -- The metatables of hooks' environments, by the block that gets what they assign: made for its first hook. NB: with stock
  -- libraries only, since objects of the sandbox are named by how many were made.
  local unwrapped = setmetatable({}, { __mode = "k" })

  -- Lets what an element assigns go to the block `levels` above it.
  local function unwrap(element, levels)
    local holder = element
    for _ = 1, levels do holder = holder and parents[holder] end
    element.env = element.env or {}
    local metatable = getmetatable(element.env) or {}
    local index = metatable.__index
    local is_usual = debug and holder and index == rejections
    local known = is_usual and unwrapped[holder]
    if known then
      setmetatable(element.env, known)
      return
    end
    local made = {
      __index = index,
      __newindex = function(_, key, value)
        if not holder then
          globals[key] = value
        else
          holder.env = holder.env or apart(new_table)
          holder.env[key] = value
        end
      end,
    }
    if is_usual then unwrapped[holder] = made end
    setmetatable(element.env, made)
  end

  local function push_state(element)
    local mode = element.attributes and element.attributes.envmode
    local state = false
    if not mode then
      states[#states + 1] = false
      return
    end
    if mode == "insulate" then
      state = save()
    elseif mode == "unwrap" then
      unwrap(element, 1)
    elseif mode == "expose" then
      unwrap(element, 2)
    end
    states[#states + 1] = state
  end

  local function pop_state(element)
    local last = #states
    local state = states[last]
    states[last] = nil
    if element.attributes and element.attributes.envmode == "expose" and #states > 0 then
      states[#states] = states[#states] and save()
    end
    if state then restore(state) end
  end

  function context.get(key)
    if key == nil then return context.current end
    return context.current[key]
  end

  function context.set(key, value) context.current[key] = value end

  function context.clear()
    root = { descriptor = "suite", attributes = {} }
    parents, children, stack, states = {}, {}, {}, {}
    context.current, context.parents = root, parents
  end

  function context.attach(child)
    local current = context.current
    local list = children[current] or {}
    children[current] = list
    parents[child] = current
    list[#list + 1] = child
    child.place = (current.place or "") .. "/" .. #list
  end

  function context.children(parent) return children[parent] or {} end

  function context.parent(child) return parents[child] end

  function context.push(element)
    if not parents[element] and element ~= root then error("Detached child. Cannot push.") end
    local current = context.current
    if current ~= element then push_state(element) end
    stack[#stack + 1] = current
    context.current = element
  end

  function context.pop()
    local left, last = context.current, #stack
    local outer = stack[last]
    if not outer then error("Context stack empty. Cannot pop.") end
    stack[last] = nil
    context.current = outer
    if outer ~= left then pop_state(left) end
  end

  return context
end

return { new = new, rejections = rejections }
