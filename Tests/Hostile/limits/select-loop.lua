-- ends: fuel
local t = table.pack(table.unpack({}, 1, 200))
while true do select('#', table.unpack(t, 1, 200)) end
