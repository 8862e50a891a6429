-- `require "luassert.spy"`: functions that remember how they were called, and the assertions about them.
local use = ...
local assert = use("luassert_assert")
local util = use("luassert_util")
local namespaces = use("luassert_namespaces")

local spy_metatable = {}

function spy_metatable.__call(self, ...)
  table.insert(self.calls, util.copyargs(util.make_arglist(...)))
  local function remember(...)
    table.insert(self.returnvals, util.copyargs(util.make_arglist(...)))
    return ...
  end
  return remember(self.callback(...))
end

local function found_in(list, specs)
  local match = util.matchargs(list, specs)
  if match then return true, match.vals end
  local last = list[#list]
  return false, last and last.vals
end

local function revert(self)
  if not self.reverted then
    if self.target_table and self.target_key then self.target_table[self.target_key] = self.callback end
    self.reverted = true
  end
  return self.callback
end

local function clear(self)
  self.calls, self.returnvals = {}, {}
  return self
end

local function called(self, times, compare)
  local count = #self.calls
  if not times and not compare then return count > 0, count end
  if compare then return compare(count, times), count end
  return count == times, count
end

local spy = {}

function spy.new(callback)
  callback = callback or function() end
  if not util.callable(callback) then
    error("Cannot spy on type '" .. type(callback) .. "', only on functions or callable elements", util.errorlevel())
  end
  local made = {
    calls = {}, returnvals = {}, callback = callback, revert = revert, clear = clear, called = called,
    called_with = function(self, specs) return found_in(self.calls, specs) end,
    returned_with = function(self, specs) return found_in(self.returnvals, specs) end,
  }
  setmetatable(made, spy_metatable)
  assert:add_spy(made)
  return made
end

function spy.is_spy(object) return type(object) == "table" and getmetatable(object) == spy_metatable end

function spy.on(target, key)
  local made = spy.new(target[key])
  target[key] = made
  made.target_table, made.target_key = target, key
  return made
end

-- --- Assertions ------------------------------------------------------------------------------------------------------

local function about(state, arguments)
  -- NB: as a bare word in a chain, before its call, it has no argument list.
  if not arguments then return end
  state.payload = arguments[1]
  if arguments[2] ~= nil then state.failure_message = arguments[2] end
end

local function compared(method)
  return function(state, arguments, level)
    local payload = rawget(state, "payload")
    if not (payload and payload[method]) then
      error("'" .. method .. "' must be chained after 'spy(aspy)'", level and level + 1 or util.chainlevel(2))
    end
    local holds, nearest = payload[method](payload, arguments)
    local expected = util.shallowcopy(arguments)
    util.cleararglist(arguments)
    util.tinsert(arguments, 1, nearest)
    util.tinsert(arguments, 2, expected)
    return holds
  end
end

local function counted(compare)
  return function(state, arguments, level)
    local times = arguments[1]
    if not times and not state.mod then
      state.mod = true
      times = 0
    end
    local payload = rawget(state, "payload")
    if type(payload) == "function" then
      error("When calling 'spy(aspy)', 'aspy' must not be the original function, but the spy function replacing the original",
        level and level + 1 or util.chainlevel(2))
    end
    if type(payload) ~= "table" or not payload.called then
      error("'called' must be chained after 'spy(aspy)'", level and level + 1 or util.chainlevel(2))
    end
    local holds, count = payload:called(times, compare)
    arguments[1] = tostring(times or ">0")
    util.tinsert(arguments, 2, tostring(count))
    arguments.nofmt = arguments.nofmt or {}
    arguments.nofmt[1], arguments.nofmt[2] = true, true
    return holds
  end
end

local function register(name, callback, positive, negative)
  assert:register("assertion", name, callback, "assertion." .. positive, "assertion." .. negative)
  namespaces.assertion[name].finds_level = true
end

assert:register("modifier", "spy", about)
register("returned_with", compared("returned_with"), "returned_with.positive", "returned_with.negative")
register("called_with", compared("called_with"), "called_with.positive", "called_with.negative")
register("called", counted(), "called.positive", "called.negative")
register("called_at_least", counted(function(count, times) return count >= times end), "called_at_least.positive",
  "called_less_than.positive")
register("called_at_most", counted(function(count, times) return count <= times end), "called_at_most.positive",
  "called_more_than.positive")
register("called_more_than", counted(function(count, times) return count > times end), "called_more_than.positive",
  "called_at_most.positive")
register("called_less_than", counted(function(count, times) return count < times end), "called_less_than.positive",
  "called_at_least.positive")

return setmetatable(spy, { __call = function(_, ...) return spy.new(...) end })
