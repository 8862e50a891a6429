-- ends: error
return string.pack(('!16 i17'):rep(3), 1)
