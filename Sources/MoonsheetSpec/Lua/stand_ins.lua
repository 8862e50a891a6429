-- Small modules in the place of C modules that specs and helpers often require, where those are not installed.
local use, host = ...

local stand_ins = {}

function stand_ins.lfs() return use("lfs") end

function stand_ins.system()
  return { gettime = host.time, monotime = host.monotime, sleep = host.sleep, getenv = os.getenv }
end

function stand_ins.term()
  local plain = setmetatable({}, { __index = function() return function(text) return text end end })
  return { isatty = function() return false end, colors = plain }
end

return stand_ins
