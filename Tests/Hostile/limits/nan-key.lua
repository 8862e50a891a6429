-- ends: error
-- says: index is NaN
local t = {}
t[0 / 0] = 1
