-- ends: fine
for _ = 1, 1000 do math.random(math.mininteger, math.maxinteger) end
