-- ends: any
local function r() return load(r) end assert(r())
