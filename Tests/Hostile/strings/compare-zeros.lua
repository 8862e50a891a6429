-- ends: fuel
local a, b = ('x\0'):rep(1 << 17) .. 'a', ('x\0'):rep(1 << 17) .. 'b' while true do local _ = a <= b end
