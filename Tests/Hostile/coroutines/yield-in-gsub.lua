-- ends: error
coroutine.wrap(function() return (('x'):gsub('x', coroutine.yield)) end)()
