-- ends: error
assert(load(('do '):rep(10000)))
