-- Where two values part: by key path for tables, by line for texts, side by side for lists of events.
local use = ...

local difference = {}

local limit = 20

local function is_name(key) return type(key) == "string" and string.find(key, "^[%a_][%w_]*$") ~= nil end

local function step(key)
  if is_name(key) then return "." .. key end
  if type(key) == "string" then return "[" .. string.format("%q", key) .. "]" end
  return "[" .. tostring(key) .. "]"
end

local function shown(value)
  if type(value) == "string" then
    local text = string.gsub(string.format("%q", value), "\\\n", "\\n")
    return #text > 200 and string.sub(text, 1, 200) .. "…" or text
  end
  if type(value) == "table" then
    local count = 0
    for _ in next, value do count = count + 1 end
    return "a table of " .. count .. (count == 1 and " entry" or " entries")
  end
  return tostring(value)
end

local function keys_of(a, b)
  local both = {}
  for key, value in next, a do both[key] = value end
  for key, value in next, b do both[key] = value end
  return use("luassert_formatters").sorted_keys(both)
end

local function add(found, path, text)
  if #found >= limit then
    found.is_cut = true
    return
  end
  found[#found + 1] = (path == "" and "the value" or path) .. ": " .. text
end

local function same_by_metatable(a, b)
  local metatable = metatable_of(a)
  return metatable and metatable == metatable_of(b) and metatable.__eq and a == b
end

local function collect(expected, actual, path, found, seen)
  if rawequal(expected, actual) then return end
  if type(expected) ~= "table" or type(actual) ~= "table" then
    if expected == actual then return end
    return add(found, path, "expected " .. shown(expected) .. ", got " .. shown(actual))
  end
  if (seen[expected] and seen[expected][actual]) or same_by_metatable(expected, actual) then return end
  seen[expected] = seen[expected] or {}
  seen[expected][actual] = true
  for _, key in ipairs(keys_of(expected, actual)) do
    local wanted, got = expected[key], actual[key]
    local inner = path .. step(key)
    if wanted == nil then
      add(found, inner, "not expected, got " .. shown(got))
    elseif got == nil then
      add(found, inner, "expected " .. shown(wanted) .. ", got nothing")
    else
      collect(wanted, got, inner, found, seen)
    end
  end
end

local function split(text)
  local lines = {}
  for line in string.gmatch(text .. "\n", "(.-)\n") do lines[#lines + 1] = line end
  return lines
end

-- Both texts by line from a little before the first difference.
local function text_lines(expected, actual)
  local left, right = split(expected), split(actual)
  local at = 1
  while left[at] == right[at] do at = at + 1 end
  local found = { "the texts part in line " .. at .. ":" }
  for index = math.max(1, at - 2), at - 1 do found[#found + 1] = "  " .. left[index] end
  for index = at, math.min(#left, at + 4) do found[#found + 1] = "- " .. left[index] end
  for index = at, math.min(#right, at + 4) do found[#found + 1] = "+ " .. right[index] end
  return found
end

-- Lines that tell where two values part; nil when their texts alone tell it.
function difference.lines(expected, actual)
  if type(expected) == "string" and type(actual) == "string" and expected ~= actual then
    if string.find(expected, "\n", 1, true) or string.find(actual, "\n", 1, true) then
      return text_lines(expected, actual)
    end
    return nil
  end
  if type(expected) ~= "table" or type(actual) ~= "table" then return nil end
  local found = {}
  collect(expected, actual, "", found, {})
  if found.is_cut then found[#found + 1] = "and more" end
  found.is_cut = nil
  return #found > 0 and found or nil
end

local function width(text) return utf8.len(text) or #text end

local function cut(text, columns)
  if width(text) <= columns then return text .. string.rep(" ", columns - width(text)) end
  local stop = utf8.len(text) and utf8.offset(text, columns) or columns
  return string.sub(text, 1, stop - 1) .. "…"
end

-- Two lists of events side by side, and the first place where they part.
function difference.side_by_side(expected, actual)
  local columns = 8
  for _, text in ipairs(expected) do columns = math.min(48, math.max(columns, width(text))) end
  local at = 1
  while expected[at] ~= nil and expected[at] == actual[at] do at = at + 1 end
  local found = { "they part at event " .. at .. ":", "     " .. cut("expected", columns) .. "  got" }
  for index = 1, math.max(#expected, #actual) do
    local mark = index == at and ">" or (expected[index] == actual[index] and " " or "!")
    local line = string.format("%s%3d ", mark, index) .. cut(expected[index] or "-", columns) .. "  "
      .. (actual[index] or "-")
    found[#found + 1] = line
  end
  return found
end

return difference
