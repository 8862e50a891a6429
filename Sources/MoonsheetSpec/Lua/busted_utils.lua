-- `require "busted.utils"`.
local utils = {}

function utils.copy_interpreter_args(arguments)
  local given = rawget(globals, "arg")
  local index = 0
  while arguments and given and given[index] do
    arguments[index] = given[index]
    index = index - 1
  end
end

function utils.split(text, separator)
  local parts = {}
  separator = separator or "%s+"
  local start = 1
  if text == "" then return parts end
  while true do
    local first, last = string.find(text, separator, start)
    if not first or last < first then break end
    parts[#parts + 1] = string.sub(text, start, first - 1)
    start = last + 1
  end
  local rest = string.sub(text, start)
  if rest ~= "" or separator ~= "%s+" then parts[#parts + 1] = rest end
  return parts
end

function utils.shuffle(list, seed)
  if seed then math.randomseed(seed) end
  for last = #list, 2, -1 do
    local chosen = math.random(last)
    list[last], list[chosen] = list[chosen], list[last]
  end
  return list
end

function utils.urandom() return math.random(0, 0xFFFFFFFF) end

return utils
