-- ends: error
error('x', 1 << 40)
