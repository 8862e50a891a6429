-- ends: error
return string.format('%999999999d', 1)
