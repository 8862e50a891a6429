-- ends: fuel
local s, abs = ('1'):rep(1 << 20), math.abs while true do abs(s) end
