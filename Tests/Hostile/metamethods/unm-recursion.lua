-- ends: error
local t t = setmetatable({}, {__unm = function(t) return -t end})
return -t
