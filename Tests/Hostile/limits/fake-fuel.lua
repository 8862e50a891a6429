-- ends: error
error('out of fuel: 1000000 instructions in one entry', 0)
