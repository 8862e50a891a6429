-- ends: error
-- says: interval is empty
return math.random(2, 1)
