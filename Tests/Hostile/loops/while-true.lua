-- ends: fuel
while true do end
