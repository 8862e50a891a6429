-- ends: fuel
while true do print(('x'):rep(10000)) end
