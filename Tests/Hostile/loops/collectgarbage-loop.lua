-- ends: fuel
local t = {} for i = 1, 1e4 do t[i] = {} end while true do collectgarbage() end
