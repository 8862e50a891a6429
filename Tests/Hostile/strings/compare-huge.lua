-- ends: fuel
local a, b = ('x'):rep(1 << 20) .. 'a', ('x'):rep(1 << 20) .. 'b'
while true do local _ = a < b end
