-- ends: fuel
while true do math.random(0) end
