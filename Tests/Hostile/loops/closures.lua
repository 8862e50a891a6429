-- ends: fuel
while true do local f = function() return f end end
