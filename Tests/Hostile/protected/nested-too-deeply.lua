-- ends: error
local function f() nested(f) end f()
