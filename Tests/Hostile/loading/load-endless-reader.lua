-- ends: any
assert(load(function() return 'x = 1 ' end))
