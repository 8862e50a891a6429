-- ends: fuel
while true do table.remove(setmetatable({}, {__len = function() return 1 << 23 end}), 1) end
