-- ends: error
-- says: index is nil
local t = {}
t[nil] = 1
