-- ends: fuel
local t = setmetatable({}, {__concat = function() while true do end end})
return t .. t
