-- ends: fuel
local p = '[' .. ('b'):rep(1 << 20) .. ']' while true do for _ in ('a'):gmatch(p) do end end
