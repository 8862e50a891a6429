-- ends: fuel
local t = setmetatable({}, {})
getmetatable(t).__call = t
while true do pcall(t) end
