-- ends: fine
return ('a'):rep(1 << 20):find(('a'):rep(1 << 10) .. 'b', 1, true)
