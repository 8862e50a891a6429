-- ends: fuel
local s = ('x'):rep(1 << 22) while true do utf8.len(s) end
