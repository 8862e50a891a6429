-- ends: fuel
local p = '[' .. ('b'):rep(100000) .. ']' return ('a'):rep(100000):find(p)
