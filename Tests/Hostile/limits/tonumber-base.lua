-- ends: any
while true do tonumber(('z'):rep(1 << 20), 36) end
