-- ends: fuel
local s = ('x'):rep(1 << 22) while true do s:upper() end
