-- ends: error
return os.date('%c', math.maxinteger)
