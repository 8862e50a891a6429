-- ends: fuel
local t = {} for i = 1, 1e4 do t[i] = -i end while true do table.sort(t) end
