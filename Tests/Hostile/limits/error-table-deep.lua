-- ends: error
local t = {}
for _ = 1, 1e4 do t = {t} end
error(t)
