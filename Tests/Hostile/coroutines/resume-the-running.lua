-- ends: error
assert(coroutine.resume(coroutine.running()))
