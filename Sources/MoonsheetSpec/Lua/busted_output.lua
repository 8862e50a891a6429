-- `require "busted.outputHandlers.base"`: what output handlers of others build on.
return function()
  local use_module = globals.require
  local busted = use_module "busted"
  local handler = { inProgress = {}, options = {} }

  local function clear()
    for _, name in ipairs { "successes", "pendings", "failures", "errors" } do
      handler[name] = {}
      handler[name .. "Count"] = 0
    end
    handler.inProgress = {}
    return nil, true
  end

  clear()

  function handler.getFullName(element)
    local names = { tostring(element.name or element.descriptor) }
    local parent = busted.parent(element)
    while parent and (parent.name or parent.descriptor) and parent.descriptor ~= "file" do
      table.insert(names, 1, tostring(parent.name or parent.descriptor))
      parent = busted.parent(parent)
    end
    return table.concat(names, " ")
  end

  local function copy(element)
    local result = {}
    for key, value in next, element do
      if type(value) ~= "function" and key ~= "env" then result[key] = value end
    end
    return result
  end

  function handler.format(element, parent, message, trace, is_error)
    local formatted = {
      trace = trace or element.trace, element = copy(element), name = handler.getFullName(element), message = message,
      randomseed = parent and parent.randomseed, isError = is_error,
    }
    formatted.element.trace = element.trace or trace
    return formatted
  end

  function handler.getDuration()
    if not handler.startTick or not handler.endTick then return 0 end
    return handler.endTick - handler.startTick
  end

  function handler.cancelOnPending(element, _, status)
    return not (handler.options.suppressPending and (element.descriptor == "pending" or status == "pending"))
  end

  handler.baseSuiteReset = clear

  function handler.baseSuiteStart(suite)
    handler.startTick, handler.startTime = suite.starttick, suite.starttime
    return nil, true
  end

  function handler.baseSuiteEnd(suite)
    handler.endTick, handler.endTime = suite.endtick, suite.endtime
    return nil, true
  end

  function handler.baseTestStart(element)
    handler.inProgress[element] = {}
    return nil, true
  end

  local function add(list, element)
    handler[list .. "Count"] = handler[list .. "Count"] + 1
    if element then table.insert(handler[list], element) end
  end

  function handler.baseTestEnd(element, parent, status, trace)
    if status == "failure" then add("failures") end
    if status ~= "success" and status ~= "pending" then return nil, true end
    local formatted = handler.format(element, parent, element.message, trace)
    for key, value in pairs(handler.inProgress[element] or {}) do formatted[key] = value end
    handler.inProgress[element] = nil
    add(status == "success" and "successes" or "pendings", formatted)
    return nil, true
  end

  function handler.basePending(element, _, message, trace)
    local progress = handler.inProgress[element] or {}
    progress.message, progress.trace = message, trace
    handler.inProgress[element] = progress
    return nil, true
  end

  function handler.baseTestFailure(element, parent, message, trace)
    table.insert(handler.failures, handler.format(element, parent, message, trace))
    return nil, true
  end

  function handler.baseTestError(element, parent, message, trace)
    add("errors", handler.format(element, parent, message, trace, true))
    return nil, true
  end

  function handler.baseError(element, parent, message, trace)
    if element.descriptor ~= "it" then add("errors", handler.format(element, parent, message, trace, true)) end
    return nil, true
  end

  function handler.subscribe(self, options)
    self.options = options or {}
    local first = { priority = 1 }
    local counted = { priority = 1, predicate = self.cancelOnPending }
    busted.subscribe({ "suite", "reset" }, self.baseSuiteReset, first)
    busted.subscribe({ "suite", "start" }, self.baseSuiteStart, first)
    busted.subscribe({ "suite", "end" }, self.baseSuiteEnd, first)
    busted.subscribe({ "test", "start" }, self.baseTestStart, counted)
    busted.subscribe({ "test", "end" }, self.baseTestEnd, counted)
    busted.subscribe({ "pending" }, self.basePending, counted)
    busted.subscribe({ "failure", "it" }, self.baseTestFailure, first)
    busted.subscribe({ "error", "it" }, self.baseTestError, first)
    busted.subscribe({ "failure" }, self.baseError, first)
    busted.subscribe({ "error" }, self.baseError, first)
  end

  return handler
end
