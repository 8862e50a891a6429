-- ends: fuel
return setmetatable({}, {__idiv = function() while true do end end}) // 1
