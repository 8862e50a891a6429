-- ends: error
for i = -5, 200 do pcall(error, 'x', i) end
error('last', 2)
