-- ends: fuel
while true do touch() end
