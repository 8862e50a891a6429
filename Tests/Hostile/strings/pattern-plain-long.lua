-- ends: fuel
local p = ('b'):rep(1 << 20) .. '.' while true do ('a'):find(p) end
