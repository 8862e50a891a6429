-- ends: error
assert(load(('function f() '):rep(1e4)))
