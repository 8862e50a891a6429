-- ends: error
error('not enough memory', 0)
