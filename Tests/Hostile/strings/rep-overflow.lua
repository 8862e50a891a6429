-- ends: error
return ('xxxxxxxx'):rep(1 << 61)
