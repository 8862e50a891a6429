-- ends: error
return string.pack('!17 i17', 1)
