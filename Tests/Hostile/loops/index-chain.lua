-- ends: fuel
local t = {} for i = 1, 1900 do t = setmetatable({}, {__index = t}) end while true do local x = t.x end
