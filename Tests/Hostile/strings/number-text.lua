-- ends: fuel
local s = ('1'):rep(1 << 20) while true do local _ = s + 1 end
