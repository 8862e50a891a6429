-- ends: fuel
local t = {x = false} for i = 1, 1900 do t = setmetatable({}, {__index = t}) end local _ENV = t while true do local _ = x end
