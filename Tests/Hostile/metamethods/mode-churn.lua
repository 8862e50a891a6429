-- ends: fuel
local t = setmetatable({}, {__mode = 'k'})
while true do for i = 1, 1000 do t[{}] = i end end
