-- ends: any
local co = coroutine.wrap(function(...) while true do coroutine.yield(...) end end)
while true do co(table.unpack({}, 1, 200)) end
