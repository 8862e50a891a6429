-- ends: error
table.move({}, math.mininteger, math.maxinteger, 2)
