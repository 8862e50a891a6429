-- ends: error
assert(load('return ' .. ('('):rep(10000)))
