-- ends: error
local s = {}
for i = 1, 300 do s[#s + 1] = 'local v' .. i % 150 .. '_' .. i .. ' = 1 do ' end
assert(load(table.concat(s)))
