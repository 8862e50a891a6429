-- ends: any
local t = setmetatable({}, {__name = ('x'):rep(1 << 22)})
error(tostring(t) .. 1 + t)
