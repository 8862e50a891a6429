-- ends: error
error()
