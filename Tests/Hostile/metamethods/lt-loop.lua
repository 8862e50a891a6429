-- ends: fuel
local t = setmetatable({}, {__lt = function() while true do end end})
table.sort({t, t, t})
