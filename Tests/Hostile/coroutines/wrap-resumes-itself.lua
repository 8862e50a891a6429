-- ends: error
local f f = coroutine.wrap(function() f() end) f()
