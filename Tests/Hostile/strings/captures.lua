-- ends: error
-- says: too many captures
return ('x'):find(('()'):rep(40))
