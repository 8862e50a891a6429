-- ends: fuel
local t = {} for i = 1, 1e5 do t[i] = i end for i = 1, 1e5 - 1 do t[i] = nil end while true do next(t) end
