-- ends: error
coroutine.close(coroutine.running())
