-- ends: error
assert(load('return ' .. ('a..'):rep(100000) .. 'a'))
