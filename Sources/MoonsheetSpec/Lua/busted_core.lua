-- `require "busted.core"`: messages, the words that declare, and running a function so that nothing it does escapes.
local use, host = ...
local util = use("luassert_util")
local places = use("places")
local contexts = use("busted_context")
local new_status = use("busted_status")
local new_environment = use("busted_environment")

-- NB: the metatables are what tells failures and pending from errors, as with busted.
local failure_metatable = { __index = {}, __tostring = function(e) return tostring(e.message) end, __type = "failure" }
local plain_failure_metatable = { __index = {}, __type = "failure" }
local pending_metatable = {
  __index = {}, __type = "pending", __tostring = function(p) return tostring(p.message or "") end,
}

local function kind_of(raised)
  local metatable = metatable_of(raised)
  if metatable == failure_metatable or metatable == plain_failure_metatable then return "failure" end
  if metatable == pending_metatable then return "pending" end
  return "error"
end

local function has_text(value)
  return type(value) == "string" or (metatable_of(value) or {}).__tostring ~= nil
end

-- An error value as text, whatever its `__tostring` does.
local function text_of(raised)
  if raised == nil then return "Nil error" end
  if has_text(raised) then
    local is_fine, text = pcall(tostring, raised)
    if is_fine and type(text) == "string" then return text end
  end
  local text = use("luassert_state").format_argument(raised)
  return text or tostring(raised)
end

local function new()
  local busted = { version = "2.1.1", api = {}, executors = {}, status = new_status }
  local executors, attributes_of = {}, {}
  local declared = {}

  busted.context = contexts.new()
  local environment = new_environment(busted.context)
  busted.environment = environment
  environment.on_load = function(key, value) busted.api[key] = value end
  busted.gettime, busted.monotime, busted.sleep = host.time, host.monotime, host.sleep

  -- --- Messages ------------------------------------------------------------------------------------------------------

  -- The mediator is made when somebody but the core itself listens; until then nothing need be published.
  local is_heard = false
  local bus

  function busted.subscribe(...)
    if not bus then
      bus = use("mediator")()
      for descriptor, handler in pairs(declared) do bus:subscribe({ "register", descriptor }, handler) end
    end
    is_heard = true
    return bus:subscribe(...)
  end

  function busted.publish(channel, ...)
    if bus then return bus:publish(channel, ...) end
    if channel[1] == "register" and declared[channel[2]] then declared[channel[2]](...) end
    return {}
  end

  function busted.unsubscribe(...) return bus and bus:removeSubscriber(...) end

  -- --- Raising -------------------------------------------------------------------------------------------------------

  -- Fails the running test, at the line `level` functions above the caller.
  function busted.fail(message, level, difference)
    local fixed = (type(level) ~= "number" or level <= 0) and level
    level = type(level) == "number" and level or 1
    local _, placed = pcall(error, message, fixed or level + 2)
    local failure = { message = placed, text = message, difference = difference }
    setmetatable(failure, has_text(message) and failure_metatable or plain_failure_metatable)
    error(failure, 0)
  end

  function busted.pending(message)
    -- NB: busted cannot tell of such a reason, and calls the test errored.
    if host.options.is_busted and type(message) ~= "string" and type(message) ~= "number" then
      error("'pending' wants a text, got " .. type(message), 2)
    end
    error(setmetatable({ message = message }, pending_metatable), 0)
  end

  function busted.bindfenv(callable, name, value)
    local f = (metatable_of(callable) or {}).__call or callable
    local hooks = (metatable_of(callable) or {}).hooks
    if hooks and name == "error" then hooks.fail = value end
    if not debug then return end
    local compatibility = use("busted_compatibility")
    local bound = setmetatable({ [name] = value }, { __index = compatibility.getfenv(f) })
    compatibility.setfenv(f, bound)
  end

  function busted.wrap(callable)
    if util.callable(callable) then environment.wrap((metatable_of(callable) or {}).__call or callable) end
  end

  -- --- Errors --------------------------------------------------------------------------------------------------------

  function busted.getTrace(_, level, message) return places.trace((level or 3) + 1, message) end

  function busted.rewriteMessage(element, raised, trace)
    local text = text_of(raised)
    if string.find(text, "^[^\n]-:%d+: ") then return text end
    trace = trace or busted.getTrace(element, 3, raised)
    return trace.short_src .. ":" .. trace.currentline .. ": " .. text
  end

  function busted.getFile(element)
    local parent = busted.context.parent(element)
    while parent and parent.descriptor ~= "file" do parent = busted.context.parent(parent) end
    return parent and { name = parent.name }
  end

  -- What went wrong, as reports and subscribers want it.
  local function describe(element, raised)
    local kind = kind_of(raised)
    local trace = busted.getTrace(element, 2, raised)
    local message = busted.rewriteMessage(element, raised, trace)
    local problem = { status = kind, message = message, trace = trace }
    if kind ~= "error" then
      problem.text = text_of(raised.text or raised.message or "")
      problem.difference = raised.difference
    end
    return problem
  end

  -- The element whose function runs, and what went wrong in it: one at a time, the outer ones wait.
  local running, problem

  local function handle(raised)
    local is_fine, described = pcall(describe, running, raised)
    problem = is_fine and described or { status = "error", message = tostring(described), trace = places.none }
    return raised
  end

  -- Ends what `protect` began; answers what went wrong, if anything did, else nothing and the results.
  local function settle(outer, outer_problem, limit, is_fine, ...)
    local found = problem
    running, problem = outer, outer_problem
    if limit then return { status = "error", message = limit.message, trace = places.of_limit(limit) } end
    if found then return found end
    if is_fine then return nil, ... end
    -- NB: Lua calls no handler for an error in the handler, or when memory is out.
    local text = text_of((...))
    return { status = "error", message = text, trace = places.of_text(text) }
  end

  -- Runs a function, with an argument unless it is a spec's; a limit ends a spec's from outside.
  local function protect(run, element, is_spec, argument)
    local outer, outer_problem = running, problem
    running, problem = element, nil
    if not is_spec then return settle(outer, outer_problem, nil, xpcall(run, handle, argument)) end
    if not host.invoke then return settle(outer, outer_problem, nil, xpcall(run, handle)) end
    local results = {}
    local limit = host.invoke(function() results = table.pack(xpcall(run, handle)) end)
    return settle(outer, outer_problem, limit, table.unpack(results, 1, results.n))
  end

  -- Called with each problem: the element, the descriptor it ran as, and what went wrong.
  busted.on_problem = function() end

  local function leave(descriptor, element, problem, ...)
    local status = "success"
    if problem then
      status = problem.status
      if status == "failure" and descriptor ~= "it" then status = "error" end
      problem.status = status
      busted.on_problem(element, descriptor, problem)
      if is_heard then
        busted.publish({ status, element.descriptor }, element, busted.context.parent(element), problem.message,
          problem.trace)
      end
    end
    busted.context.pop()
    return status, ...
  end

  -- Runs a function of an element; answers its status, as a word, and what it returned.
  --
  -- The descriptor may differ from the element's: only in `it` a failure is a test's failure, elsewhere it is an error.
  local function safe(descriptor, run, element, is_spec, argument)
    busted.context.push(element)
    return leave(descriptor, element, protect(run, element, is_spec, argument))
  end

  busted.run = function(descriptor, run, element) return safe(descriptor, run, element, true) end

  local function with_status(status, ...) return new_status(status), ... end

  function busted.safe(descriptor, run, element) return with_status(safe(descriptor, run, element, true)) end

  local function stamp(channel, element)
    if channel[2] == "start" then
      element.starttick, element.starttime = busted.monotime(), busted.gettime()
    elseif channel[2] == "end" then
      element.endtick, element.endtime = busted.monotime(), busted.gettime()
      element.duration = element.starttick and element.endtick - element.starttick
    end
  end

  function busted.safe_publish(descriptor, channel, element, ...)
    if not is_heard then return true end
    stamp(channel, element)
    local arguments = table.pack(...)
    local status = safe(descriptor, function()
      busted.publish(channel, element, table.unpack(arguments, 1, arguments.n))
    end, element)
    return status == "success"
  end

  -- --- Words ---------------------------------------------------------------------------------------------------------

  function busted.exportApi(key, value) busted.api[key] = value end

  function busted.export(key, value)
    busted.exportApi(key, value)
    environment.set(key, value)
  end

  -- As `export`, for a module that is loaded when the word is first used.
  function busted.exportLater(key, file) environment.later[key] = file end

  function busted.hide(key)
    busted.api[key] = nil
    local env = busted.context.get("env")
    if env then env[key] = nil end
  end

  -- Called with each element that is declared, once it is in the tree.
  busted.on_declare = function() end

  local function declare(descriptor, name, fn, trace, attributes)
    local context = busted.context.get()
    local element = {
      descriptor = descriptor, attributes = attributes or {}, name = name, run = fn, trace = trace,
      -- What comes later, so that the table need not grow.
      place = nil, env = nil, whole_name = nil, full_name = nil, occurrence = nil,
    }
    busted.context.attach(element)
    local list = context[descriptor]
    if not list then
      list = {}
      context[descriptor] = list
    end
    list[#list + 1] = element
    busted.on_declare(element)
  end

  local function declarer(descriptor, alias, attributes)
    local function announce(name, fn, trace)
      if is_heard then
        busted.publish({ "register", descriptor }, name, fn, trace, attributes)
      else
        declare(descriptor, name, fn, trace, attributes)
      end
    end
    return function(name, fn)
      if not fn and type(name) == "function" then
        name, fn = alias, name
      elseif not fn then
        fn = attributes and attributes.default_fn
      end
      local context = busted.context.get()
      local trace = busted.context.parent(context) and places.here(name) or nil
      if not fn then return function(later) announce(name, later, trace) end end
      announce(name, fn, trace)
    end
  end

  -- Makes a word. With another word's name it becomes its alias.
  function busted.register(descriptor, executor, attributes)
    local alias
    if type(executor) == "string" then
      alias, descriptor = descriptor, executor
      executor = executors[descriptor]
      attributes = attributes or attributes_of[descriptor]
      executors[alias], attributes_of[alias] = executor, attributes
    else
      if executor ~= nil and not util.callable(executor) then executor, attributes = nil, executor end
      executors[descriptor], attributes_of[descriptor] = executor, attributes
    end
    local publisher = declarer(descriptor, alias, attributes)
    busted.executors[alias or descriptor] = publisher
    contexts.rejections[alias or descriptor] = function()
      error("'" .. (alias or descriptor) .. "' not supported inside current context block", 2)
    end
    busted.export(alias or descriptor, publisher)
    local function handler(name, fn, trace, given) declare(descriptor, name, fn, trace, given) end
    if bus and not declared[descriptor] then bus:subscribe({ "register", descriptor }, handler) end
    declared[descriptor] = declared[descriptor] or handler
  end

  -- Runs the children of a block, in their order.
  function busted.execute(current)
    current = current or busted.context.get()
    local at = host.at
    for _, child in ipairs(busted.context.children(current)) do
      local executor = executors[child.descriptor]
      if executor and not busted.skipAll then
        if at then child.step = at(child.place) end
        safe(child.descriptor, executor, child, false, child)
      end
    end
    if at then at((current.place or "") .. "/") end
  end

  return busted
end

return new
