-- ends: any
return tonumber(('1'):rep(1 << 20)), tonumber('0x' .. ('f'):rep(1 << 20))
