-- ends: fuel
while true do coroutine.wrap(function() coroutine.yield() end)() end
