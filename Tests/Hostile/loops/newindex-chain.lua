-- ends: fuel
local t = {} for i = 1, 1900 do t = setmetatable({}, {__newindex = t}) end while true do t.x = nil end
