-- `require "lfs"` where it is not installed: what specs use of it, on the host's file functions.
local _, host = ...
local files = host.file_system

local lfs = { _VERSION = "LuaFileSystem 1.8.0 (moonsheet)" }

local function attributes_of(path, follows, wanted)
  local found, problem, code = files.status(path, follows)
  if not found then return nil, problem, code end
  if type(wanted) == "string" then
    if found[wanted] == nil then error("invalid attribute name '" .. wanted .. "'", 3) end
    return found[wanted]
  end
  if type(wanted) ~= "table" then return found end
  for key, value in pairs(found) do wanted[key] = value end
  return wanted
end

function lfs.attributes(path, wanted) return attributes_of(path, true, wanted) end

function lfs.symlinkattributes(path, wanted)
  if wanted == "target" then return files.target(path) end
  return attributes_of(path, false, wanted)
end

function lfs.dir(path)
  local names, problem = files.names(path)
  if not names then error("cannot open " .. tostring(path) .. ": " .. problem, 2) end
  local index = 0
  local directory = { close = function() index = #names end }
  function directory.next()
    index = index + 1
    return names[index]
  end
  return directory.next, directory, nil, nil
end

for _, name in ipairs { "chdir", "currentdir", "mkdir", "rmdir", "touch" } do lfs[name] = files[name] end

function lfs.link(old, new, is_symbolic) return files.link(old, new, is_symbolic or false) end

-- Files belong to one process at a time here, and there is one mode only.
function lfs.lock() return true end

function lfs.unlock() return true end

function lfs.lock_dir() return { free = function() end } end

function lfs.setmode() return true, "binary" end

return lfs
