-- ends: fuel
for _ in ('a'):rep(100000):gmatch('.-.-b') do end
