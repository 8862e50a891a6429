-- ends: fuel
local t = {}
for i = 1, 200 do t[i] = i end
while true do table.unpack(t) end
