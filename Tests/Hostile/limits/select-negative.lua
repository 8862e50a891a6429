-- ends: error
-- says: bad argument
return select(-5, 1)
