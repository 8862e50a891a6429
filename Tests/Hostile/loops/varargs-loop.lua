-- ends: fuel
local function f(...) return ... end
while true do f(f(f(1, 2, 3))) end
