-- ends: error
dofile('/etc/passwd')
