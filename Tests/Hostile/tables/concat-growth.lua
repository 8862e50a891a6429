-- ends: any
local t = {}
for i = 1, 1e4 do t[i] = ('x'):rep(1000) end
while true do table.concat(t) end
