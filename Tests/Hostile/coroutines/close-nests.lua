-- ends: any
local function make(n)
  local co = coroutine.create(function()
    local inner = n > 0 and make(n - 1)
    local x <close> = setmetatable({}, {__close = function() if inner then coroutine.close(inner) end end})
    coroutine.yield()
  end)
  coroutine.resume(co)
  return co
end
local co
for i = 1, 30000 do
  local inner = co
  co = coroutine.create(function()
    local x <close> = setmetatable({}, {__close = function() if inner then coroutine.close(inner) end end})
    coroutine.yield()
  end)
  coroutine.resume(co)
end
coroutine.close(co)
