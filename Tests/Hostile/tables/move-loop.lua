-- ends: fuel
while true do table.move({}, 1, 1 << 20, 2) end
