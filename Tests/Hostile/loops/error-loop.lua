-- ends: fuel
while true do pcall(error, 'x') end
