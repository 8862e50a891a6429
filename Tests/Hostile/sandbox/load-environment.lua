-- ends: fine
assert(load('x = 1', 'x', 't', {})() == nil and x == nil)
