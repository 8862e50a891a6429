-- ends: any
assert(load(function() return '--' .. ('x'):rep(1 << 20) end))
