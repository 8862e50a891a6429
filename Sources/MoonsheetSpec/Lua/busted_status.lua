-- `require "busted.status"`: how something ended; the first thing that went wrong stays.
local names = {
  success = "success", pending = "pending", failure = "failure", error = "error", ["true"] = "success",
  ["false"] = "failure", ["nil"] = "error",
}

local function normal(status) return names[tostring(status)] or "error" end

return function(initial)
  local current = normal(initial)
  local object = {}
  for _, name in ipairs { "success", "pending", "failure", "error" } do
    object[name] = function() return current == name end
  end
  function object.get() return current end
  function object.set(_, status) current = normal(status) end
  function object.update(_, status)
    status = normal(status)
    if current == "success" or (current == "pending" and status ~= "success") then current = status end
  end
  return setmetatable(object, { __index = {}, __tostring = function() return current end })
end
