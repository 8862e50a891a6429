-- ends: error
local function r() return load(r) end assert(r())
