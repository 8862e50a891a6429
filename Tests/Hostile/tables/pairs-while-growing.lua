-- ends: any
local t = {1}
for k in pairs(t) do t[k + 1] = k end
