-- ends: error
-- says: cannot change a protected metatable
setmetatable(setmetatable({}, {__metatable = false}), {})
