-- ends: any
local function f() return pcall(f) end f()
