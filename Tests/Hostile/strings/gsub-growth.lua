-- ends: memory
return ('a'):rep(1 << 20):gsub('a', ('b'):rep(1 << 10))
