-- ends: any
local t = setmetatable({}, {})
getmetatable(t).__call = t
t()
