-- `require "busted.block"`: hooks, and running a block.
local use, host = ...
local contexts = use("busted_context")

local reject_all = { __index = contexts.rejections }

return function(busted)
  local block = {}
  local context = busted.context

  -- Lets an element declare nothing.
  function block.rejectAll(element)
    if not element.env then
      -- NB: with room for what a test gets.
      element.env = setmetatable({ finally = nil, pending = nil }, reject_all)
      return
    end
    local metatable = getmetatable(element.env)
    if not metatable then
      setmetatable(element.env, reject_all)
    elseif not metatable.__index then
      setmetatable(element.env, { __index = contexts.rejections, __newindex = metatable.__newindex })
    end
  end

  function block.reject(descriptor, element)
    element.env[descriptor] = function()
      error("'" .. descriptor .. "' not supported inside current context block", 2)
    end
  end

  -- The function of a test or a hook. NB: with busted only blocks may be other things that can be called.
  function block.body(element)
    local run = element.run
    if not host.options.is_busted or type(run) == "function" then return run end
    return function() error("'" .. element.descriptor .. "' wants a function, got " .. type(run), 0) end
  end

  local function run_hook(descriptor, element)
    element.env = nil
    block.rejectAll(element)
    return busted.run(descriptor, block.body(element), element) == "success"
  end

  local function run_all(descriptor, owner)
    local is_fine, hooks = true, owner[descriptor]
    if not hooks then return true end
    for _, element in ipairs(hooks) do
      if not run_hook(descriptor, element) then is_fine = false end
    end
    return is_fine
  end

  -- Runs hooks from the outside in; answers whether all went well, and up to which block they ran.
  function block.execAll(descriptor, current, propagates)
    local parent = propagates and context.parents[current]
    if parent then
      local is_fine, ancestor = block.execAll(descriptor, parent, true)
      if not is_fine then return is_fine, ancestor end
    end
    if not current[descriptor] then return true, current end
    return run_all(descriptor, current), current
  end

  -- Runs hooks from the inside out, all of them.
  function block.dexecAll(descriptor, current, propagates)
    local is_fine = true
    while current do
      if current[descriptor] and not run_all(descriptor, current) then is_fine = false end
      current = propagates and context.parents[current]
    end
    return is_fine
  end

  -- Whether a lazy hook ran since this was last looked at.
  local is_new = false

  -- Runs hooks from the outside in, unless they ran before; answers whether all went well then.
  function block.execAllOnce(descriptor, current)
    local list = current[descriptor]
    if list and list.success ~= nil then return list.success end
    local parent = context.parents[current]
    if parent and not block.execAllOnce(descriptor, parent) then return false end
    if not list then
      list = {}
      current[descriptor] = list
    end
    is_new = is_new or #list > 0
    -- NB: it belongs to its block, whichever of its tests comes first.
    local aside = #list > 0 and host.aside
    if aside then aside((current.place or "") .. "/lazy", current.step or 0) end
    list.success = run_all(descriptor, current)
    if aside then aside() end
    return list.success
  end

  -- What lazy hooks made belongs to the blocks they stand in, which are no further out than the file.
  local function keep_what_is_new(element)
    is_new = false
    local mark = host.mark and host.mark()
    while element do
      element.mark = mark
      element = context.parents[element]
    end
  end

  function block.lazySetup(element)
    local is_fine = block.execAllOnce("lazy_setup", element)
    if is_new then keep_what_is_new(element) end
    return is_fine
  end

  function block.lazyTeardown(element)
    if not element.lazy_setup or element.lazy_setup.success == nil then return end
    if #element.lazy_setup > 0 or element.lazy_teardown then block.dexecAll("lazy_teardown", element) end
    element.lazy_setup.success = nil
  end

  function block.setup(element) return (block.execAll("strict_setup", element)) end

  function block.teardown(element) return block.dexecAll("strict_teardown", element) end

  -- Declares what stands in a block, then runs it. What the block makes is gone when it is over.
  function block.execute(descriptor, element)
    element.env = element.env or {}
    local randomizes, seed = busted.randomize, busted.randomseed
    element.env.randomize = function(...)
      local first, second = ...
      randomizes = select("#", ...) == 0 or first
      if randomizes then seed = tonumber(first) or tonumber(second) or seed end
    end
    if busted.run(descriptor, element.run, element) ~= "success" then return end
    if busted.only_lists then return busted.execute(element) end
    if busted.sort then
      block.sort(context.children(element))
    elseif randomizes then
      element.randomseed = seed
      block.shuffle(context.children(element), seed)
    end
    if block.setup(element) then
      element.mark = host.mark and host.mark()
      busted.execute(element)
    end
    block.lazyTeardown(element)
    block.teardown(element)
  end

  function block.sort(elements)
    for index, element in ipairs(elements) do element.declared = index end
    table.sort(elements, function(a, b)
      local left, right = tostring(a.name or ""), tostring(b.name or "")
      if left ~= right then return left < right end
      return a.declared < b.declared
    end)
    return elements
  end

  -- Fisher and Yates' shuffle; its numbers are its own, so that it does not disturb those of `math.random`.
  function block.shuffle(elements, seed)
    local state = math.tointeger(seed) or 0
    for last = #elements, 2, -1 do
      state = state + 0x9e3779b97f4a7c15
      local mixed = (state ~ state >> 30) * 0xbf58476d1ce4e5b9
      mixed = (mixed ~ mixed >> 27) * 0x94d049bb133111eb
      local chosen = ((mixed ~ mixed >> 31) >> 1) % last + 1
      elements[last], elements[chosen] = elements[chosen], elements[last]
    end
    return elements
  end

  return block
end
