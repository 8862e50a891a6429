-- ends: error
return ('x'):rep(1 << 61, 'yyyyyyyyyyyyyyy')
