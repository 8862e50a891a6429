-- ends: any
local t = {} setmetatable(t, {__call = t}) t()
