-- ends: error
return package.loadlib
