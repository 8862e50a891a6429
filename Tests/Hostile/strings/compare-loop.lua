-- ends: any
local s = ('x'):rep(1 << 20) local t = s .. 'y' for i = 1, 1e4 do local x = s < t end
