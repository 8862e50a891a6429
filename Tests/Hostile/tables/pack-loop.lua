-- ends: fuel
while true do table.pack(1, 2, 3) end
