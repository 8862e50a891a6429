-- What the patterns have in common: reading the table that they are called with, and climbing.
local options = {}

---What a value is: its Lua type, or for the host's own objects what they are called. A table that can be called is a function.
---@param value any
---@return string
local function kind(value)
  local meta = type(value) == "table" and getmetatable(value)
  if type(meta) == "table" and rawget(meta, "__call") then return "function" end
  return type(value) == "userdata" and string.match(tostring(value), "^[%a_]+") or type(value)
end

options.kind = kind

---Checks the named options of a pattern; what is wrong is an error at the line that called the pattern.
---@param who string the pattern, as messages name it
---@param given any what it was called with
---@param known table<string, string> each option, with the kinds it may have between bars
---@return table given
function options.check(who, given, known)
  if type(given) ~= "table" then error("'" .. who .. "' wants a table of options, got " .. kind(given), 3) end
  for key, value in pairs(given) do
    if type(key) == "string" then
      if not known[key] then
        local names = {}
        for name in pairs(known) do names[#names + 1] = "'" .. name .. "'" end
        error("'" .. who .. "' has no option '" .. key .. "'; it has " .. table.concat(names, ", "), 3)
      end
      local fits = known[key] == "any"
      for word in string.gmatch(known[key], "[^|]+") do fits = fits or kind(value) == word end
      if not fits then
        local wanted = string.gsub(known[key], "|", " or ")
        error("option '" .. key .. "' of '" .. who .. "' wants a " .. wanted .. ", got " .. kind(value), 3)
      end
    end
  end
  return given
end

---The answer of a boolean, a binding or a function. A function that answers neither true nor false is an error, and in a
---question to the delegate that refuses.
---@param value boolean|binding|fun(): boolean
---@return boolean
function options.answer(value)
  if type(value) == "boolean" then return value end
  if kind(value) ~= "function" then return value:get() and true or false end
  local answer = value()
  if type(answer) ~= "boolean" then
    error("a function answered " .. kind(answer) .. ", not true or false; that counts as a refusal", 0)
  end
  return answer
end

---What to answer to `should_dismiss`: false where the user is refused. Otherwise one that hands on leaves it to those that had
---the slot before it.
---@param refuses boolean
---@param forwarding boolean
---@return boolean?
function options.verdict(refuses, forwarding)
  if refuses then return false end
  if forwarding then return nil end
  return true
end

---The outermost container around a controller. UIKit presents that one, and asks only its delegate.
---@param controller controller
---@return controller
function options.outermost(controller)
  while controller.parent do controller = controller.parent end
  return controller
end

return options
