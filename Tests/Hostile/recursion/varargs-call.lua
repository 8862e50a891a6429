-- ends: any
local function f(...) return 1 + select('#', f(1, 2, ...)) end f()
