-- ends: error
local _, t = pairs(string) t.rep = 1
