-- ends: fuel
local t = {} for i = 1, 1900 do t = setmetatable({}, {__index = t}) end
local body = 'local t = ... while true do local _ = t.x ' .. ('_ = 1 '):rep(198) .. 'end'
load(body)(t)
