-- ends: error
return ('x'):rep(1 << 22):byte(1, -1)
