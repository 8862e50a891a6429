-- ends: any
local a, b = ('x'):rep(1 << 20) .. 'a', ('x'):rep(1 << 20) .. 'b'
for _ = 1, 1000 do local _ = a == b end
