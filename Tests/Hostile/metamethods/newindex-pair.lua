-- ends: error
-- says: loop
local a, b = setmetatable({}, {}), setmetatable({}, {})
getmetatable(a).__newindex, getmetatable(b).__newindex = b, a
a.x = 1
