-- `require "busted.fixtures"`: files beside the spec that asks.
local use, host = ...
local places = use("places")

local fixtures = {}

local function normal(path)
  local parts = {}
  for part in string.gmatch(path, "[^/]+") do
    if part == ".." and #parts > 0 and parts[#parts] ~= ".." then
      table.remove(parts)
    elseif part ~= "." then
      parts[#parts + 1] = part
    end
  end
  return (string.sub(path, 1, 1) == "/" and "/" or "") .. table.concat(parts, "/")
end

local function need(value, name, wanted, is_optional)
  if type(value) == "string" or (is_optional and value == nil) then return end
  error("bad argument to '" .. name .. "' expected " .. wanted .. ", got: " .. type(value), 3)
end

function fixtures.path(path)
  need(path, "path", "a string (relative filename) or nil", true)
  local file = places.here().file or ""
  local directory = string.match(file, "^(.*)/[^/]*$") or "."
  if string.sub(directory, 1, 1) ~= "/" and host.file_system then
    directory = host.file_system.currentdir() .. "/" .. directory
  end
  return normal(directory .. "/" .. (path or ""))
end

function fixtures.read(path)
  need(path, "read", "a string (relative filename)")
  local name = fixtures.path(path)
  local text = host.read(name)
  if not text then error("Error reading file '" .. name .. "': cannot be read", 2) end
  return text
end

function fixtures.load(path)
  need(path, "load", "a string (relative filename)")
  if not string.find(path, "%.lua$") then path = path .. ".lua" end
  local chunk, problem = load(fixtures.read(path), path, "t", globals)
  if not chunk then error("Error loading code from '" .. path .. "': " .. problem, 2) end
  return chunk()
end

return fixtures
