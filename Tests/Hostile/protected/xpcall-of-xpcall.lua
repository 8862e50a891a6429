-- ends: fuel
local function f() xpcall(function() while true do end end, f) f() end f()
