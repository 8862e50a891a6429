-- ends: any
while true do warn(('x'):rep(1 << 20)) end
