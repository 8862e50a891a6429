-- ends: fuel
while true do coroutine.wrap(function() nested(function() end) end)() end
