-- ends: fuel
local mt = {__close = function() while true do end end}
while true do pcall(function() local x <close> = setmetatable({}, mt) error('x') end) end
