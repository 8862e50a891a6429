-- ends: memory
local t = {} while true do pcall(function() t[#t + 1] = ('x'):rep(1 << 20) .. #t end) end
