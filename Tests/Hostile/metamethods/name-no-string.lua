-- ends: fine
return tostring(setmetatable({}, {__name = 1}))
