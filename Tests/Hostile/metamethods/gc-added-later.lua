-- ends: fine
local m = {}
setmetatable({}, m)
m.__gc = function() while true do end end
collectgarbage()
collectgarbage()
