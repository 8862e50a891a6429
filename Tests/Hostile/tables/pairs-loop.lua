-- ends: fuel
local t = {} for i = 1, 1e4 do t['k' .. i] = i end while true do for k in pairs(t) do end end
