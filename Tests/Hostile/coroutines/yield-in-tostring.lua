-- ends: error
coroutine.wrap(function() return tostring(setmetatable({}, {__tostring = coroutine.yield})) end)()
