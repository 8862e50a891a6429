-- ends: fuel
while true do string.unpack('z', ('x'):rep(1e5) .. '\0') end
