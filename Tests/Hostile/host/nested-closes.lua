-- ends: fuel
nested(function()
  local x <close> = setmetatable({}, {__close = function() nested(function() while true do end end) end})
end)
