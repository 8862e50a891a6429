-- ends: fuel
while true do warn('@on', 'x') end
