-- ends: fuel
while true do pcall(nested, error) end
