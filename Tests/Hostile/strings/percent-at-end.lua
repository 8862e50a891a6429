-- ends: error
-- says: malformed pattern
return ('x'):find('%')
