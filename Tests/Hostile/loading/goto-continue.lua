-- ends: error
-- says: nowhere
assert(load('goto nowhere'))
