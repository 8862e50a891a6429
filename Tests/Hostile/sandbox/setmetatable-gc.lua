-- ends: error
-- says: finalizers
setmetatable({}, {__gc = true})
