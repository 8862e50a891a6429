-- ends: fuel
coroutine.resume(coroutine.create(function() while true do end end)) while 1 do end
