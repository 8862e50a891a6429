-- ends: error
return io.open('/etc/passwd')
