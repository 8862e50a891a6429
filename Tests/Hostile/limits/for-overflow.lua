-- ends: fine
local n = 0
for i = math.maxinteger - 1, math.maxinteger do n = n + 1 end
assert(n == 2)
