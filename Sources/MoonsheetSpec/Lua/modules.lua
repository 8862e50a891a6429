-- What `require` finds: the vocabulary's own modules, then the files of the module path.
local use, host = ...

local modules = {}

-- Public names, with the file that each comes from.
local own = {
  say = "say", ["say.init"] = "say", mediator = "mediator", luassert = "luassert", ["luassert.init"] = "luassert",
  ["luassert.formatters.binarystring"] = "luassert_binarystring", ["luassert.languages.en"] = "luassert_texts",
  ["luassert.formatters.init"] = "luassert_formatters", ["luassert.matchers.init"] = "luassert_matchers",
  ["luassert.matchers.core"] = "luassert_matchers", ["luassert.matchers.composite"] = "luassert_matchers",
  ["luassert.compatibility"] = "luassert_util",
}
for _, name in ipairs {
  "array", "assert", "assertions", "formatters", "match", "matchers", "mock", "modifiers", "namespaces", "spy", "state",
  "stub", "util",
} do
  own["luassert." .. name] = "luassert_" .. name
end

-- Modules that the runner adds once it is there, by name, as functions.
local added = {}

function modules.add(name, make) added[name] = make end

local function find_own(name)
  if added[name] then return added[name] end
  if string.find(name, "^busted%.languages%.") then return function() return use("busted_languages") end end
  if string.find(name, "^luassert%.languages%.") then return function() return use("luassert_texts") end end
  local file = own[name]
  return file and function() return use(file) end
end

-- --- Loading is its file's, whichever of its tests comes first -------------------------------------------------------

-- Answers the place of the block whose end forgets modules.
modules.place = function() return "" end

local function begin(name)
  if host.aside then host.aside(modules.place() .. "/require " .. name) end
end

local function finish()
  if host.aside then host.aside() end
end

local finishing = setmetatable({}, { __close = finish })

-- --- With stock libraries: one more searcher, before all others ------------------------------------------------------

local function join(first, rest) return (string.gsub(first .. ";" .. rest, ";;+", ";")) end

local function install_searchers()
  local options = host.options
  modules.loaded = package.loaded
  if options.lpath and options.lpath ~= "" then package.path = join(options.lpath, package.path) end
  if options.cpath and options.cpath ~= "" then package.cpath = join(options.cpath, package.cpath) end
  for index = 2, host.aside and #package.searchers or 0 do
    local search = package.searchers[index]
    package.searchers[index] = function(name)
      local make, origin = search(name)
      if type(make) ~= "function" then return make, origin end
      return function(...)
        begin(name)
        local _ <close> = finishing
        return make(...)
      end, origin
    end
  end
  table.insert(package.searchers, 1, function(name)
    local make = find_own(name)
    if not make then return "\n\tno module '" .. name .. "' of moonsheet's own" end
    return make, ":moonsheet:"
  end)
  -- Small stand-ins for what is often not installed; the real ones come first.
  table.insert(package.searchers, function(name)
    local stand_in = host.file_system and use("stand_ins")[name]
    if not stand_in then return nil end
    return stand_in, ":moonsheet:"
  end)
end

-- --- In the sandbox: a `require` of its own, so that insulated blocks can forget modules -----------------------------

local function install_require()
  local original = require
  local loaded, loading = {}, {}
  modules.loaded = loaded

  local function load_file(name)
    local source, file = host.find(name)
    if not source then return finish() end
    local chunk, problem = load(source, "@" .. file, "t", globals)
    if not chunk then
      finish()
      error("error loading module '" .. name .. "' from file '" .. file .. "':\n\t" .. problem, 3)
    end
    return chunk, file
  end

  local function require(name)
    if type(name) ~= "string" then error("bad argument #1 to 'require' (string expected)", 2) end
    if loaded[name] ~= nil then return loaded[name] end
    -- The host has modules of this name, too; ours come first.
    if name == "moonsheet" or string.find(name, "^moonsheet%.") and not find_own(name) then return original(name) end
    if loading[name] then error("module '" .. name .. "' requires itself", 2) end
    local make, origin = find_own(name), ":moonsheet:"
    local is_file = not make
    if is_file then
      begin(name)
      make, origin = load_file(name)
    end
    if not make then return original(name) end
    loading[name] = true
    local is_fine, value = pcall(make, name, origin)
    loading[name] = nil
    if is_file then finish() end
    if not is_fine then error(value, 0) end
    if value == nil then value = true end
    loaded[name] = value
    return value, origin
  end

  host.set_global("require", require)
end

function modules.install()
  if debug then install_searchers() else install_require() end
end

modules.loaded = debug and package.loaded or {}

return modules
