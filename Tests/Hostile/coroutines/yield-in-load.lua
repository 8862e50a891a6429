-- ends: error
coroutine.wrap(function() return assert(load(coroutine.yield)) end)()
