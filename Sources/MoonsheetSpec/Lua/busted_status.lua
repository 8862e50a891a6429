-- `require "busted.status"`: how something ended; the first thing that went wrong stays.
local names = {
  success = "success", pending = "pending", failure = "failure", error = "error", ["true"] = "success",
  ["false"] = "failure", ["nil"] = "error",
}

local function normal(status) return names[status] or names[tostring(status)] or "error" end

local methods = {}

for _, name in ipairs { "success", "pending", "failure", "error" } do
  methods[name] = function(self) return self.current == name end
end

function methods:get() return self.current end

function methods:set(status) self.current = normal(status) end

function methods:update(status)
  status = normal(status)
  if self.current == "success" or (self.current == "pending" and status ~= "success") then self.current = status end
end

local metatable = { __index = methods, __tostring = function(self) return self.current end }

return function(initial) return setmetatable({ current = normal(initial) }, metatable) end
