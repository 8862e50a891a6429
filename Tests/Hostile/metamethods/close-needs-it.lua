-- ends: error
-- says: non-closable
local x <close> = {}
