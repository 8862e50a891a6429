-- ends: error
assert(load('return ' .. ('{'):rep(1e5)))
