-- The primitives and the words of specs stand in moonsheet.luacheck.lua, which `moonsheet stubs` writes.
local moonsheet = dofile("moonsheet.luacheck.lua")

stds.moonsheet, stds.moonsheet_spec = moonsheet.flow, moonsheet.spec
std = "lua54+moonsheet"
max_line_length = 140
files["**/*_spec.lua"] = { std = "+moonsheet_spec" }
