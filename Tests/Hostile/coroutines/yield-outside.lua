-- ends: error
coroutine.yield(1)
