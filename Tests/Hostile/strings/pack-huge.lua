-- ends: any
return string.pack('c1000000000', 'x')
