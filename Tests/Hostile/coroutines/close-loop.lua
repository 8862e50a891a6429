-- ends: fuel
local co = coroutine.create(function()
  local x <close> = setmetatable({}, {__close = function() while true do end end})
  coroutine.yield()
end)
coroutine.resume(co)
while true do pcall(coroutine.close, co) end
