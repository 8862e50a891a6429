-- ends: any
local co
for i = 1, 5000 do
  local inner = co
  co = coroutine.create(function()
    local x <close> = setmetatable({}, {__close = function()
      local function deep(n)
        if n == 0 then return inner and coroutine.close(inner) end
        return (string.gsub('x', 'x', function() deep(n - 1) end))
      end
      deep(150)
    end})
    coroutine.yield()
  end)
  coroutine.resume(co)
end
coroutine.close(co)
