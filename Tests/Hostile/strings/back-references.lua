-- ends: fuel
return ('a'):rep(20000):find('(.+)%1%1b')
