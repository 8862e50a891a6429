-- ends: any
while true do load('return [[' .. ('x'):rep(1e5) .. ']]') end
