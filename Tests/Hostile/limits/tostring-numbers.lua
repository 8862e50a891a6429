-- ends: fuel
local i = 0
while true do i = i + 1 local _ = tostring(i) .. tostring(i / 3) end
