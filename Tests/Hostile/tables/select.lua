-- ends: error
return select(-1)
