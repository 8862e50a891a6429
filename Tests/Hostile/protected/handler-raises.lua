-- ends: error
local function h() error('again') end error(select(2, xpcall(error, h)))
