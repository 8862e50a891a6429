-- ends: memory
local t = {} for i = 1, math.huge do t[i + 0.5] = i end
