-- ends: error
-- says: invalid capture index
return (('x'):gsub('x', '%2'))
