-- ends: error
local t = {}
for i = 1, 5e4 do t[i] = i end
error(t)
