-- ends: fuel
local t = setmetatable({}, {__len = function() while true do end end})
return #t
