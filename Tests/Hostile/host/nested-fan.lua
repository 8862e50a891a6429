-- ends: fuel
local function f(n) nested(function() if n > 0 then f(n - 1) f(n - 1) end end) end
f(40)
