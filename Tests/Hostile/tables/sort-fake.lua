-- ends: error
table.sort(setmetatable({}, {__len = function() return 1 << 40 end}))
