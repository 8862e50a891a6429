-- ends: any
local co = coroutine.create(function()
  local x <close> = setmetatable({}, {__close = function() coroutine.yield() end})
  coroutine.yield()
end)
coroutine.resume(co)
assert(coroutine.close(co))
