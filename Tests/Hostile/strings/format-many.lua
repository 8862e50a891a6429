-- ends: error
return string.format(('%s'):rep(300))
