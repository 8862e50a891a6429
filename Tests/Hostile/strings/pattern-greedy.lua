-- ends: fuel
return string.find(('a'):rep(10000), '.*.*.*.*b')
