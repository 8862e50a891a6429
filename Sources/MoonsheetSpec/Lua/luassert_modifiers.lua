-- The words that join a chain, and those that turn it round.
local use = ...
local assert = use("luassert_assert")

local function keep(state) return state end

local function negate(state)
  state.mod = not state.mod
  return state
end

for _, word in ipairs { "is", "are", "was", "has", "does" } do assert:register("modifier", word, keep) end
for _, word in ipairs { "not", "no" } do assert:register("modifier", word, negate) end

assert:register("modifier", "message", function(state, arguments)
  -- NB: without a call of its own, `assert.message` has nothing to say yet.
  if arguments then state.failure_message = arguments[1] end
end)

return true
