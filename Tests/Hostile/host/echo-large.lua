-- ends: any
local s = ('x'):rep(1 << 20)
while true do echo(s) end
