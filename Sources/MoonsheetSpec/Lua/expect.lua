-- `expect(value):to_…`: expectations of our own, beside those of luassert.
local use, host = ...
local difference = use("difference")
local util = use("luassert_util")
local modal = use("modal")
local match = use("luassert_match")
local spy = use("luassert_spy")

local expect = {}

-- Each answers whether it holds, what to say if it should and does not, what to say if it should not and does, and
-- where two values part.
local verbs = {}

local function shown(value) return use("luassert_state").format_argument(value) or tostring(value) end

local function say(subject, what, ...)
  local wanted = { ... }
  local text = "expected " .. shown(subject)
  local tail = #wanted > 0 and " " .. table.concat(wanted, " ") or ""
  return text .. " " .. what .. tail, text .. " not " .. what .. tail
end

-- --- Values ----------------------------------------------------------------------------------------------------------

function verbs.equal(subject, expected, level)
  if modal.is_trace(subject) then
    local holds, text, report = modal.equals(expected, level + 1)
    return holds, text, text, report
  end
  local holds = util.deepcompare(subject, expected, true)
  if match.is_matcher(expected) then holds = expected(subject) end
  local yes, no = say(subject, "to equal", shown(expected))
  return holds, yes, no, difference.lines(expected, subject)
end

function verbs.be(subject, expected)
  local yes, no = say(subject, "to be", shown(expected))
  return subject == expected or rawequal(subject, expected), yes, no
end

local function exactly(name, value)
  verbs["be_" .. name] = function(subject)
    local yes, no = say(subject, "to be " .. name)
    return subject == value, yes, no
  end
end

exactly("true", true)
exactly("false", false)
exactly("nil", nil)

function verbs.be_truthy(subject)
  local yes, no = say(subject, "to be truthy")
  return subject ~= nil and subject ~= false, yes, no
end

function verbs.be_falsy(subject)
  local yes, no = say(subject, "to be falsy")
  return subject == nil or subject == false, yes, no
end

function verbs.be_a(subject, kind)
  local yes, no = say(subject, "to be a", tostring(kind))
  return type(subject) == kind or math.type(subject) == kind, yes, no
end

verbs.be_an = verbs.be_a

local function compared(name, words, compare)
  verbs[name] = function(subject, other, level)
    if type(subject) ~= type(other) or (type(subject) ~= "number" and type(subject) ~= "string") then
      error("'to_" .. name .. "' compares two numbers or two strings, not " .. type(subject) .. " and " .. type(other),
        level + 1)
    end
    local yes, no = say(subject, words, shown(other))
    return compare(subject, other), yes, no
  end
end

compared("be_greater_than", "to be greater than", function(a, b) return a > b end)
compared("be_less_than", "to be less than", function(a, b) return a < b end)
compared("be_at_least", "to be at least", function(a, b) return a >= b end)
compared("be_at_most", "to be at most", function(a, b) return a <= b end)

function verbs.be_near(subject, expected, level, tolerance)
  tolerance = tolerance or 1e-6
  local numbers = { tonumber(subject), tonumber(expected), tonumber(tolerance) }
  if not (numbers[1] and numbers[2] and numbers[3]) then error("'to_be_near' wants numbers", level + 1) end
  local yes, no = say(subject, "to be near", shown(expected), "+/- " .. tostring(tolerance))
  return math.abs(numbers[1] - numbers[2]) <= numbers[3], yes, no
end

function verbs.be_one_of(subject, list)
  local yes, no = say(subject, "to be one of", shown(list))
  for _, value in ipairs(list) do
    if util.deepcompare(subject, value, true) then return true, yes, no end
  end
  return false, yes, no
end

function verbs.satisfy(subject, predicate)
  local yes, no = say(subject, "to satisfy the predicate")
  local answer = predicate(subject)
  return answer ~= nil and answer ~= false, yes, no
end

-- --- Collections and texts -------------------------------------------------------------------------------------------

-- Whether a table has an equal element, or all the named fields of a table of names.
local function has(subject, expected)
  for _, value in pairs(subject) do
    if util.deepcompare(value, expected, true) then return true end
  end
  if type(expected) ~= "table" or next(expected) == nil or #expected > 0 then return false end
  for key, value in pairs(expected) do
    if not util.deepcompare(subject[key], value, true) then return false end
  end
  return true
end

function verbs.contain(subject, expected, level)
  local yes, no = say(subject, "to contain", shown(expected))
  if modal.is_trace(subject) then
    local holds, text = modal.contains_in_order({ expected }, level + 1)
    return holds, text, text, not holds and modal.report or nil
  end
  if type(subject) == "string" then return string.find(subject, tostring(expected), 1, true) ~= nil, yes, no end
  if type(subject) ~= "table" then
    error("'to_contain' looks into strings, tables and the trace, not into a " .. type(subject), level + 1)
  end
  return has(subject, expected), yes, no
end

function verbs.have_key(subject, key)
  local yes, no = say(subject, "to have the key", shown(key))
  return type(subject) == "table" and subject[key] ~= nil, yes, no
end

function verbs.have_length(subject, length)
  local yes, no = say(subject, "to have length", shown(length))
  return #subject == length, yes .. "; it has " .. #subject, no
end

function verbs.be_empty(subject)
  local yes, no = say(subject, "to be empty")
  if type(subject) == "table" then return next(subject) == nil, yes, no end
  return #subject == 0, yes, no
end

function verbs.match(subject, pattern, level)
  if type(pattern) ~= "string" then error("'to_match' wants a pattern, got " .. type(pattern), level + 1) end
  local text = (util.hastostring(subject) or type(subject) == "number") and tostring(subject) or nil
  local yes, no = say(subject, "to match", shown(pattern))
  return text ~= nil and string.find(text, pattern) ~= nil, yes, no
end

-- --- Errors and calls ------------------------------------------------------------------------------------------------

local function raises_as_expected(raised, expected)
  if expected == nil then return true end
  if match.is_matcher(expected) then return expected(raised) end
  if type(expected) ~= "string" then return util.deepcompare(raised, expected, true) end
  if not util.hastostring(raised) then return false end
  local text = tostring(raised)
  return string.find(text, expected, 1, true) ~= nil or string.find(text, expected) ~= nil
end

function verbs.raise(subject, expected, level)
  if not util.callable(subject) then error("'to_raise' wants a function, got " .. type(subject), level + 1) end
  local is_fine, raised = pcall(subject)
  local wanted = expected == nil and "an error" or shown(expected)
  if is_fine then return false, "expected the function to raise " .. wanted .. "; it raised nothing" end
  local holds = raises_as_expected(raised, expected)
  return holds, "expected the function to raise " .. wanted .. "; it raised " .. shown(raised),
    "expected the function not to raise " .. wanted .. "; it raised " .. shown(raised)
end

local function need_spy(subject, level)
  if not spy.is_spy(subject) then error("this expectation is about spies and stubs, got " .. type(subject), level + 1) end
end

function verbs.have_been_called(subject, times, level)
  need_spy(subject, level + 1)
  local count = #subject.calls
  local wanted = times and "to have been called " .. times .. " time(s)" or "to have been called"
  return times and count == times or not times and count > 0, "expected the spy " .. wanted .. "; it was called " .. count
    .. " time(s)", "expected the spy not " .. wanted .. "; it was called " .. count .. " time(s)"
end

function verbs.have_been_called_with(subject, _, level, _, arguments)
  need_spy(subject, level + 1)
  local holds, nearest = subject:called_with(arguments)
  local text = "to have been called with " .. shown(arguments)
  local last = nearest and "; the last call was " .. shown(nearest) or "; it was never called"
  return holds, "expected the spy " .. text .. last, "expected the spy not " .. text
end

-- --- The scene, the trace, snapshots ---------------------------------------------------------------------------------

local function need(condition, verb, what, level)
  if not condition then error("'to_" .. verb .. "' is about the " .. what .. ": expect(" .. what .. ")", level + 1) end
end

function verbs.show(subject, _, level, _, arguments)
  need(modal.is_scene(subject), "show", "scene", level + 1)
  return modal.shows(arguments)
end

function verbs.contain_in_order(subject, list, level)
  if modal.is_trace(subject) then
    local holds, text = modal.contains_in_order(list, level + 1)
    return holds, text, text, not holds and modal.report or nil
  end
  if type(subject) ~= "table" or type(list) ~= "table" then
    error("'to_contain_in_order' is about the trace or a list", level + 1)
  end
  local at = 1
  local yes, no = say(subject, "to contain in order", shown(list))
  for _, wanted in ipairs(list) do
    while at <= #subject and not util.deepcompare(subject[at], wanted, true) do at = at + 1 end
    if at > #subject then return false, yes, no end
    at = at + 1
  end
  return true, yes, no
end

function verbs.match_snapshot(subject, name, level)
  if name ~= nil and type(name) ~= "string" then
    error("'to_match_snapshot' may take a name, a string; got " .. type(name), level + 1)
  end
  local text = modal.is_trace(subject) and modal.snapshot_text() or use("written").snapshot(subject)
  local answer, title, expected = host.snapshot(name, text)
  if answer == "broken" then error(title, level + 1) end
  if answer == "new" then return false, "there is no snapshot '" .. title .. "' yet, and none is written in CI" end
  local report = answer == "changed" and difference.lines(expected .. "\n", text .. "\n") or nil
  return answer == "same", "expected the snapshot '" .. title .. "'; update it with --update-snapshots if this is right",
    "expected another text than the snapshot '" .. title .. "'", report
end

-- --- Chains ----------------------------------------------------------------------------------------------------------

local names = {}
for name in pairs(verbs) do names[#names + 1] = "to_" .. name end
table.sort(names)

expect.names = names

local function run(verb, self, is_negated, ...)
  local first, second = ...
  local holds, yes, no, report = verb(rawget(self, "subject"), first, 2, second, util.make_arglist(...))
  if (not not holds) ~= is_negated then return self end
  if is_negated then report = nil end
  host.fail(is_negated and (no or yes) or yes, 2, report)
end

local chain = {}

function chain.__index(self, key)
  local is_negated = rawget(self, "is_negated")
  if key == "never" then return expect.new(rawget(self, "subject"), not is_negated) end
  local name = type(key) == "string" and key or tostring(key)
  local verb = verbs[string.match(name, "^to_(.+)$")]
  if not verb then
    verb = verbs[string.match(name, "^not_to_(.+)$") or string.match(name, "^to_not_(.+)$")]
    is_negated = not is_negated
  end
  if not verb then error("there is no expectation '" .. name .. "'" .. host.suggest(name, names), 2) end
  return function(receiver, ...)
    if getmetatable(receiver) ~= chain then error("write expect(value):" .. name .. "(…), with a colon", 2) end
    return run(verb, receiver, is_negated, ...)
  end
end

-- `expect(x):never():to_…` and `expect(x).never:to_…` are the same.
function chain.__call(self) return self end

function expect.new(subject, is_negated)
  return setmetatable({ subject = subject, is_negated = is_negated or false }, chain)
end

return expect
