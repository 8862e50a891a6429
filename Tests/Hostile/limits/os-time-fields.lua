-- ends: error
return os.time({year = 1 << 40, month = 1, day = 1})
