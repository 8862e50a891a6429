-- ends: fine
return string.rep('', 1 << 62)
