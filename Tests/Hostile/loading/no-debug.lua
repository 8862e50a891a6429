-- ends: error
return debug.getinfo(1)
