-- ends: memory
local t = {} for i = 1, math.huge do t[i] = ('%d%s'):format(i, ('x'):rep(500)) end
