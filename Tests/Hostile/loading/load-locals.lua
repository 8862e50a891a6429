-- ends: error
assert(load(('local a '):rep(300)))
