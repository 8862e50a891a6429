-- ends: error
-- says: reader function must return a string
assert(load(function() return {} end))
