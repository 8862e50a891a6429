-- ends: fine
local f, e = load('\27Lua', 'x', 'b')
assert(not f and e)
