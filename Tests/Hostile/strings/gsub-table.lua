-- ends: fuel
local t = setmetatable({}, {__index = function() while true do end end})
return (('x'):gsub('x', t))
