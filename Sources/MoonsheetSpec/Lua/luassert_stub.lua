-- `require "luassert.stub"`: a spy in the place of a table's function, which answers what it is told to.
local use = ...
local assert = use("luassert_assert")
local spy = use("luassert_spy")
local util = use("luassert_util")

local stub = {}

local function answering(...)
  local values = util.pack(...)
  return function() return util.unpack(values) end
end

local function invoking(callback)
  return function(...) return callback(...) end
end

-- What the spy of a stub can do beyond others.
local function add_rules(made, behaviour)
  function made.returns(...)
    behaviour.default = answering(...)
    return made
  end

  function made.invokes(callback)
    behaviour.default = invoking(callback)
    return made
  end

  made.by_default = { returns = made.returns, invokes = made.invokes }

  function made.on_call_with(...)
    local specs = util.copyargs(util.make_arglist(...))
    local function add(answer)
      table.insert(behaviour.rules, specs)
      behaviour.answers[specs] = answer
      return made
    end
    return {
      returns = function(...) return add(answering(...)) end,
      invokes = function(callback) return add(invoking(callback)) end,
    }
  end
end

function stub.new(object, key, ...)
  if object == nil and key == nil then object, key = {}, "" end
  assert(type(object) == "table" and key ~= nil,
    "stub.new(): Can only create stub on a table key, call with 2 params; table, key", assert:level(util.errorlevel()))
  local original = object[key]
  assert(original == nil or util.callable(original),
    "stub.new(): The element for which to create a stub must either be callable, or be nil",
    assert:level(util.errorlevel()))

  local first = ...
  local behaviour = { rules = {}, answers = {} }
  behaviour.default = select("#", ...) == 1 and util.callable(first) and first or answering(...)
  object[key] = function(...)
    local rule = util.matchoncalls(behaviour.rules, util.make_arglist(...))
    if rule then return behaviour.answers[rule](...) end
    return behaviour.default(...)
  end

  local made = spy.on(object, key)
  function made.revert(self)
    if not self.reverted then
      object[key] = original
      self.reverted = true
    end
    return original
  end
  add_rules(made, behaviour)
  return made
end

assert:register("modifier", "stub", function(state, arguments)
  if not arguments then return end
  state.payload = arguments[1]
  state.failure_message = arguments[2]
end)

return setmetatable(stub, { __call = function(_, ...) return stub.new(...) end })
