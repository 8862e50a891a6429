-- ends: error
local k, v = next(coroutine)
coroutine[k] = nil
