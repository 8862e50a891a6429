-- ends: any
assert(false, ('x'):rep(1 << 22))
