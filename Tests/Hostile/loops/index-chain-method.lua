-- ends: fuel
local t = {x = function() end} for i = 1, 1900 do t = setmetatable({}, {__index = t}) end while true do t:x() end
