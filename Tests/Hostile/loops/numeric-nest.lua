-- ends: fuel
for a = 1, 1e9 do for b = 1, 1e9 do for c = 1, 1e9 do end end end
