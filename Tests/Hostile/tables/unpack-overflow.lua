-- ends: error
return table.unpack({}, math.mininteger, math.maxinteger)
