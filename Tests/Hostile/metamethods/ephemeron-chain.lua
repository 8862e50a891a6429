-- ends: fuel
local t = setmetatable({}, {__mode = 'k'})
local key = {}
for _ = 1, 20000 do local next = {} t[key] = next key = next end
while true do collectgarbage() end
