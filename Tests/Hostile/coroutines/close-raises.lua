-- ends: fine
local co = coroutine.create(function()
  local x <close> = setmetatable({}, {__close = function() error('again') end})
  coroutine.yield()
end)
coroutine.resume(co)
local ok, message = coroutine.close(co)
assert(ok == false and tostring(message):find('again'))
