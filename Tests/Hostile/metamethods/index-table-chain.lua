-- ends: any
local t = {}
for _ = 1, 1e5 do t = setmetatable({}, {__index = t}) end
while true do local _ = t.x end
