-- `require "luassert.util"`: comparing, copying, argument lists that know their length, and error levels.
local use = ...
local namespaces = use("luassert_namespaces")

local util = {}
local arglist_metatable = {}

function util.pack(...) return { n = select("#", ...), ... } end

function util.unpack(list, first, last) return table.unpack(list, first or 1, last or list.n or #list) end

-- --- Comparing -------------------------------------------------------------------------------------------------------

local compare

local function compare_entries(a, b, seen)
  for key, value in next, a do
    local other = b[key]
    if other == nil then return false, { key } end
    local is_same, crumbs = compare(value, other, false, seen)
    if not is_same then
      crumbs = crumbs or {}
      crumbs[#crumbs + 1] = key
      return false, crumbs
    end
  end
  for key in next, b do
    if a[key] == nil then return false, { key } end
  end
  return true
end

function compare(a, b, ignores_metatable, seen)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  local metatable = metatable_of(a)
  if metatable and metatable == metatable_of(b) and metatable.__eq then
    if not ignores_metatable then return a == b end
  elseif rawequal(a, b) then
    return true
  end
  -- A pair that is being compared already may be taken as equal: where it is not, the first comparison finds it.
  local others = seen[a]
  if not others then
    others = {}
    seen[a] = others
  end
  if others[b] then return true end
  others[b] = true
  return compare_entries(a, b, seen)
end

-- Whether two values are the same in depth, and else the keys that lead to the difference, the innermost first.
function util.deepcompare(a, b, ignores_metatable)
  return compare(a, b, ignores_metatable, {})
end

-- --- Copying ---------------------------------------------------------------------------------------------------------

function util.shallowcopy(t)
  if type(t) ~= "table" then return t end
  local copy = {}
  for key, value in next, t do copy[key] = value end
  return setmetatable(copy, getmetatable(t))
end

local set_metatable = debug and debug.setmetatable or function(t, metatable)
  return setmetatable(t, metatable)
end

function util.deepcopy(t, copies_metatables, copies)
  if type(t) ~= "table" then return t end
  copies = copies or {}
  if copies[t] then return copies[t] end
  local copy = {}
  copies[t] = copy
  local spy = use("luassert_spy")
  for key, value in next, t do
    copy[key] = spy.is_spy(value) and value or util.deepcopy(value, copies_metatables, copies)
  end
  local metatable = metatable_of(t)
  if copies_metatables then metatable = util.deepcopy(metatable, false, copies) end
  set_metatable(copy, metatable)
  return copy
end

-- The arguments of a call as they are now, and the objects themselves.
function util.copyargs(args)
  local match, spy = use("luassert_match"), use("luassert_spy")
  local copy = setmetatable({}, getmetatable(args))
  for key, value in pairs(args) do
    local is_kept = match.is_matcher(value) or spy.is_spy(value)
    copy[key] = is_kept and value or util.deepcopy(value)
  end
  return { vals = copy, refs = util.shallowcopy(args) }
end

-- --- Argument lists --------------------------------------------------------------------------------------------------

function util.make_arglist(...)
  return setmetatable({ n = select("#", ...), ... }, arglist_metatable)
end

function util.is_arglist(object) return getmetatable(object) == arglist_metatable end

function util.cleararglist(list)
  for index = list.n, 1, -1 do list[index] = nil end
  list.n = nil
end

-- As `table.insert`, for lists with holes that keep their length in `n`.
function util.tinsert(list, ...)
  local position, value = ...
  if select("#", ...) < 2 then position, value = nil, position end
  local count = (list.n or #list) + 1
  position = position or count
  list.n = math.max(count, position)
  for index = list.n, position + 1, -1 do list[index] = list[index - 1] end
  list[position] = value
end

-- As `table.remove`, likewise.
function util.tremove(list, position)
  local count = list.n or #list
  list.n = count
  position = position or count
  local removed = list[position]
  if position > count then
    list[position] = nil
    return removed
  end
  for index = position, count do list[index] = list[index + 1] end
  list[count] = nil
  list.n = count - 1
  return removed
end

-- --- Matching calls --------------------------------------------------------------------------------------------------

local function matches_call(values, references, specs)
  local match = use("luassert_match")
  for index, value in pairs(values) do
    local spec = specs[index]
    if match.is_matcher(spec) then
      if match.is_ref_matcher(spec) then value = references[index] end
      if not spec(value) then return false end
    elseif spec == nil or not util.deepcompare(value, spec) then
      return false
    end
  end
  for index, spec in pairs(specs) do
    if values[index] == nil and not (match.is_matcher(spec) and spec(nil)) then return false end
  end
  return true
end

-- The last of the calls that the specs describe, or nil.
function util.matchargs(calls, specs)
  assert(not util.is_arglist(calls), "expected a list of arglist-object, got an arglist")
  for index = #calls, 1, -1 do
    local call = calls[index]
    if matches_call(call.vals, call.refs, specs) then return call end
  end
  return nil
end

-- The first of the rules of `on_call_with` that describes a call, or nil.
function util.matchoncalls(rules, args)
  for _, rule in ipairs(rules) do
    if matches_call(args, args, rule.vals) then return rule end
  end
  return nil
end

-- --- Values ----------------------------------------------------------------------------------------------------------

function util.callable(object)
  return type(object) == "function" or type((metatable_of(object) or {}).__call) == "function"
end

function util.hastostring(object)
  return type(object) == "string" or type((metatable_of(object) or {}).__tostring) == "function"
end

-- Where functions stand, which a record of a running one tells only at some cost.
local sources = setmetatable({}, { __mode = "k" })

local function source_at(level)
  local info = debug.getinfo(level + 1, "f")
  if not info then return nil end
  local source = sources[info.func]
  if not source then
    source = debug.getinfo(info.func, "S").source
    sources[info.func] = source
  end
  return source
end

-- The level, for `error` in the calling function, of the first function that stands in another file than that one.
function util.errorlevel(level)
  level = (level or 1) + 1
  if not debug then return level end
  local file = source_at(level)
  local source = file
  while source and (source == file or source == "=(tail call)") do
    level = level + 1
    source = source_at(level)
  end
  return level - 1
end

-- As `errorlevel`, of the first function that stands in another file than the chain which called an assertion; `otherwise`
-- where none did.
function util.chainlevel(otherwise)
  local level = 2
  local source = source_at(level)
  while source and source ~= "=[moonsheet]/luassert_assert.lua" do
    level = level + 1
    source = source_at(level)
  end
  if not source then return otherwise end
  local chain = source
  while source and (source == chain or source == "=(tail call)") do
    level = level + 1
    source = source_at(level)
  end
  return level - 1
end

-- --- Chains ----------------------------------------------------------------------------------------------------------

-- Joins the words of a chain to the longest names that are known, from the end; answers what is left over, too.
local function split_chain(namespace, tokens)
  local names, modifiers = namespaces[namespace] or {}, namespaces.modifier
  local keys, pending = {}, nil
  local index = #tokens
  while index > 0 do
    pending = pending and tokens[index] .. "_" .. pending or tokens[index]
    while index > 1 and names[tokens[index - 1] .. "_" .. pending] do
      index = index - 1
      pending = tokens[index] .. "_" .. pending
    end
    if modifiers[pending] or names[pending] then
      keys[#keys + 1] = pending
      pending = nil
    end
    index = index - 1
  end
  local first, last = 1, #keys
  while first < last do
    keys[first], keys[last] = keys[last], keys[first]
    first, last = first + 1, last - 1
  end
  return keys, pending
end


-- The names in a chain, such as `is`, `not`, `called_with`; words that nothing knows raise at the line of the chain.
function util.extract_keys(namespace, tokens)
  local keys, rest = split_chain(namespace, tokens)
  if rest then
    for _, file in ipairs { "luassert_array", "luassert_spy", "luassert_stub", "luassert_matchers" } do use(file) end
    keys, rest = split_chain(namespace, tokens)
  end
  if rest then
    error("luassert: unknown modifier/" .. namespace .. ": '" .. rest .. "'", util.errorlevel(2))
  end
  return keys
end

return util
