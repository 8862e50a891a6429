-- ends: any
local t = {}
for i = 1, 1e4 do t[i] = i end
table.sort(t, function() return true end)
