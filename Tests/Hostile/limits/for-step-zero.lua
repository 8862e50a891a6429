-- ends: error
-- says: 'for' step is zero
for i = 1, 2, 0 do end
