-- ends: fuel
for i in ipairs(setmetatable({}, {__index = function(t, i) return i end})) do end
