-- How values are written in messages.
local use = ...
local assert = use("luassert_assert")
local match = use("luassert_match")
local util = use("luassert_util")

-- Numbers with all their digits, and floats with a point.
local function number_text(value)
  if type(value) ~= "number" then return tostring(value) end
  if value ~= value then return "NaN" end
  if value == 1 / 0 then return "Inf" end
  if value == -1 / 0 then return "-Inf" end
  local text = string.format("%.20g", value)
  if math.type(value) == "float" and not string.find(text, "[%.,]") then
    text = string.gsub(text, "%d+", "%0.0", 1)
  end
  return text
end

local ranks = {
  number = 1, boolean = 2, string = 3, table = 4, ["function"] = 5, userdata = 6, thread = 7,
}

local function rank(key, length)
  if type(key) == "number" and key >= 1 and key <= length and math.floor(key) == key then return 0 end
  return ranks[type(key)] or 8
end

-- Keys in an order that does not depend on the table's history; keys that have none keep that of `pairs`.
local function sorted_keys(t)
  local keys, places = {}, {}
  for key in pairs(t) do
    keys[#keys + 1] = key
    places[key] = #keys
  end
  local length = #t
  table.sort(keys, function(a, b)
    local left, right = rank(a, length), rank(b, length)
    if left ~= right then return left < right end
    if type(a) == type(b) then
      if type(a) == "number" or type(a) == "string" then return a < b end
      if type(a) == "boolean" then return a and not b end
    end
    return places[a] < places[b]
  end)
  return keys
end

local function identity(value)
  local metatable = getmetatable(value)
  if metatable == nil then return "(" .. tostring(value) .. ") " end
  if type(metatable) ~= "table" or not pcall(setmetatable, value, metatable) then return "(table) " end
  setmetatable(value, nil)
  local text = "(" .. tostring(value) .. ") "
  setmetatable(value, metatable)
  return text
end

local codes = { bright = 1, dim = 2, underscore = 4, underline = 4, blink = 5, reverse = 7, hidden = 8, reset = 0 }
for index, name in ipairs { "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white" } do
  codes[name], codes["on" .. name] = 29 + index, 39 + index
end

-- A text in what a parameter names, such as `red` or `red.bright`; `none` and unknown words leave it as it is.
local function coloured(text, names)
  for name in string.gmatch(names or "", "[^%.]+") do
    if codes[name] then text = "\27[" .. codes[name] .. "m" .. text .. "\27[0m" end
  end
  return text
end

local writer = {}
writer.__index = writer

function writer:write(t, depth, is_on_path)
  if self.shows_recursion and (self.open[t] or 0) > 0 then return "{ ... recursive }" end
  if next(t) == nil then return "{ }" end
  if depth > self.depth and self.depth >= 0 then return "{ ... more }" end
  self.open[t] = (self.open[t] or 0) + 1
  local crumb = self.crumbs[#self.crumbs - depth + 1]
  local lines = { "{" }
  for _, key in ipairs(sorted_keys(t)) do
    lines[#lines + 1] = self:entry(key, t[key], depth, is_on_path and key == crumb)
  end
  self.open[t] = self.open[t] - 1
  return table.concat(lines, "\n") .. " }"
end

function writer:entry(key, value, depth, is_marked)
  if type(value) == "table" then
    value = self:write(value, depth + 1, is_marked)
  elseif type(value) == "string" then
    value = "'" .. value .. "'"
  end
  local mark = is_marked and self.mark or ""
  local indent = string.rep(" ", depth * 2 - #mark)
  if mark ~= "" then mark = coloured(mark, self.colour) end
  return indent .. mark .. "[" .. number_text(key) .. "] = " .. number_text(value)
end

local function table_text(value, options)
  if type(value) ~= "table" then return nil end
  local self = setmetatable({
    depth = assert:get_parameter("TableFormatLevel"),
    shows_recursion = assert:get_parameter("TableFormatShowRecursion"),
    mark = assert:get_parameter("TableErrorHighlightCharacter") or "",
    colour = assert:get_parameter("TableErrorHighlightColor"),
    crumbs = options and options.crumbs or {},
    open = {},
  }, writer)
  return identity(value) .. self:write(value, 1, true)
end

local function function_text(value)
  if type(value) ~= "function" then return nil end
  if not debug then return tostring(value) end
  local info = debug.getinfo(value, "S")
  return string.format("%s @ line %s in %s", tostring(value), info.linedefined, info.source)
end

local function argument_text(value) return assert:format({ value, n = 1 })[1] end

local function list_text(list)
  local texts = {}
  for index = 1, list.n do texts[index] = argument_text(list[index]) end
  return table.concat(texts, ", ")
end

local function matcher_text(value)
  if not match.is_matcher(value) then return nil end
  local arguments = value.arguments and list_text(value.arguments) or ""
  return string.format("(matcher) %s%s(%s)", value.mod and "is." or "no.", tostring(value.name), arguments)
end

local function arglist_text(value)
  return util.is_arglist(value) and "(values list) (" .. list_text(value) .. ")" or nil
end

local function of_type(name, format)
  return function(value) if type(value) == name then return string.format(format, number_text(value)) end end
end

local formatters = {
  of_type("string", "(string) '%s'"), of_type("number", "(number) %s"), of_type("boolean", "(boolean) %s"),
  of_type("nil", "(nil)"), table_text, function_text, of_type("userdata", "(userdata) '%s'"),
  of_type("thread", "(thread) '%s'"), matcher_text, arglist_text,
}
for _, formatter in ipairs(formatters) do assert:add_formatter(formatter) end

assert:set_parameter("TableFormatLevel", 3)
assert:set_parameter("TableFormatShowRecursion", false)
assert:set_parameter("TableErrorHighlightCharacter", "*")
assert:set_parameter("TableErrorHighlightColor", "none")

return { sorted_keys = sorted_keys, number_text = number_text }
