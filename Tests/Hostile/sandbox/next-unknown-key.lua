-- ends: error
local t = {a = 1}
next(t, 'b')
next(t, 'c')
