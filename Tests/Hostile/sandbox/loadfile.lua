-- ends: error
loadfile('/etc/passwd')
