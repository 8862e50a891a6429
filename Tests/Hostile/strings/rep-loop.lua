-- ends: fuel
while true do local s = ('x'):rep(1 << 22) end
