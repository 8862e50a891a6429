-- ends: fuel
return ('a'):rep(100000):gsub('.-b', '')
