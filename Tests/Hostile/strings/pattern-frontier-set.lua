-- ends: fuel
local p = '^%f[' .. ('b'):rep(1 << 20) .. ']' while true do ('a'):find(p) end
