-- ends: fuel
local co = coroutine.create(function()
  local x <close> = setmetatable({}, {__close = function() while true do end end})
  error('x')
end)
coroutine.resume(co)
coroutine.close(co)
