-- ends: fuel
return ('('):rep(100000):gsub('%b()', '')
