-- ends: fuel
repeat local x = 1 until false
