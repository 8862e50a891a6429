-- Runs one file: loads helper and spec, executes the tree, and tells the host of every test.
local use, host = ...
local modules = use("modules")
local places = use("places")
local options = host.options

if options.is_busted then
  globals.arg = { [0] = "moonsheet" }
else
  host.primitives = require "moonsheet"
end
math.randomseed(options.seed)

local busted = use("busted_core")()
local runner = {}

-- --- Names -----------------------------------------------------------------------------------------------------------

-- The names of the blocks around an element and its own; blocks are asked again and again.
local function full_name(element)
  local known = element.whole_name
  if known then return known end
  local name = element.name or element.descriptor
  if type(name) ~= "string" then name = tostring(name) end
  local parent = busted.context.parents[element]
  if parent and parent.descriptor ~= "file" and parent.descriptor ~= "suite" then name = full_name(parent) .. " " .. name end
  element.whole_name = name
  return name
end

local function line_of(element) return element.trace and element.trace.currentline or 0 end

local function tags_of(name)
  local tags = {}
  for tag in string.gmatch(name, "#([^%s#]+)") do tags[#tags + 1] = tag end
  return tags
end

-- What a block or its ancestors say of a test: focus, and a reason to skip it.
local function inherited(element, attribute)
  while element do
    local value = element.attributes and element.attributes[attribute]
    if value then return value end
    element = busted.context.parents[element]
  end
  return nil
end

-- --- Identity --------------------------------------------------------------------------------------------------------

local counts = {}

-- Which one of several tests of its name an element is. Where blocks run in another order than they stand in, the
-- listing has said it, by place.
local function occurrence_of(element, name)
  local known = options.occurrences and options.occurrences[element.place]
  if known then return known end
  counts[name] = (counts[name] or 0) + 1
  return counts[name]
end

function busted.on_declare(element)
  if element.descriptor ~= "it" and element.descriptor ~= "pending" then return end
  element.full_name = full_name(element)
  element.occurrence = occurrence_of(element, element.full_name)
end

-- --- The recorder ----------------------------------------------------------------------------------------------------

local recorder = {}
local current

local function issue_of(status, problem, prefix)
  local trace = problem.trace or places.none
  local text = problem.text or problem.message
  local placed = (trace.short_src or "?") .. ":" .. (trace.currentline or 0) .. ": "
  if string.sub(text, 1, #placed) == placed then text = string.sub(text, #placed + 1) end
  return {
    kind = status == "failure" and "failure" or "error", message = (prefix or "") .. text, file = trace.file,
    line = trace.currentline, frames = trace.frames or {}, difference = problem.difference or {},
  }
end

local function add_issue(issue)
  current.issues = current.issues or {}
  table.insert(current.issues, issue)
end

-- Answers whether a test is to be run; one that is listed, or not in focus, is told of here.
function recorder.wants(element)
  local name, line = element.full_name, line_of(element)
  if busted.only_lists then
    if inherited(element, "is_focused") then host.focused() end
    host.listed(name, element.occurrence, line, tags_of(name), element.place)
    return false
  end
  if options.is_part and not host.wanted(name, element.occurrence, line) then return false end
  local reason = not options.is_busted and (element.attributes.reason or inherited(element, "skips"))
  if not reason and options.has_focus and not inherited(element, "is_focused") then reason = "another test is in focus" end
  if reason then
    element.attributes = setmetatable({ reason = reason }, { __index = element.attributes })
    if element.descriptor == "pending" then return true end
    recorder.skip(element)
    return false
  end
  return true
end

function recorder.begin(element)
  if host.primitives then use("modal").reset() end
  current = { element = element, status = nil }
  host.started(element.full_name, element.occurrence, line_of(element))
end

-- A test that is told as pending without being run.
function recorder.skip(element)
  recorder.begin(element)
  add_issue { kind = "pending", message = element.attributes.reason, frames = {}, difference = {} }
  recorder.finish(element, "pending")
  recorder.close(element)
end

-- What a test leaves: errors of callbacks, events that nothing spoke of, flows. Answers whether one is a failure.
function recorder.check(element)
  local is_failing = false
  if not host.primitives then return false end
  local modal = use("modal")
  for _, problem in ipairs(host.callback_errors()) do
    if not modal.acknowledged(problem.text) then
      add_issue(problem)
      current.has_error = true
    end
  end
  for _, note in ipairs(host.leftovers()) do
    if options.is_exhaustive then
      add_issue { kind = "failure", message = note, frames = {}, difference = {}, file = options.file,
        line = line_of(element) }
      is_failing = true
    else
      current.notes = current.notes or {}
      table.insert(current.notes, note)
    end
  end
  local unasserted = options.is_exhaustive and modal.unasserted() or {}
  if #unasserted > 0 then
    add_issue { kind = "failure", message = "no expectation speaks of " .. #unasserted
      .. (#unasserted == 1 and " event" or " events"), frames = {}, difference = unasserted, file = options.file,
      line = line_of(element) }
    is_failing = true
  end
  return is_failing
end

function recorder.finish(_, status)
  if current.has_error and (status == "success" or status == "pending") then status = "error" end
  current.status = status
  if status == "failure" or status == "error" then
    runner.failures = (runner.failures or 0) + 1
    if options.bail and runner.failures >= options.bail then
      busted.skipAll = true
      host.partial()
    end
  end
  host.finished(status, current.issues, current.notes)
end

function recorder.close()
  current = nil
  host.closed()
end

local function describes(element, descriptor)
  local name = full_name(element)
  if element.descriptor == "file" then return descriptor == "file" and "" or descriptor .. " of the file: " end
  local owner = busted.context.parent(element)
  if element.run and owner and element.name == nil then
    local block = owner.descriptor ~= "file" and owner.descriptor ~= "suite" and " of '" .. full_name(owner) .. "'" or ""
    return "in " .. descriptor .. block .. ": "
  end
  return "in '" .. name .. "': "
end

function busted.on_problem(element, descriptor, problem)
  local is_own = current and (element == current.element or element.descriptor == "before_each")
  if is_own and not current.status then
    if problem.status == "pending" and element == current.element then
      return add_issue { kind = "pending", message = problem.text or "", frames = {}, difference = {} }
    end
    local prefix = element ~= current.element and "in before_each: " or (descriptor == "finally" and "in finally: ")
    return add_issue(issue_of(problem.status, problem, prefix or nil))
  end
  -- NB: pending outside of a test is an error of that place with busted, too.
  host.issue(issue_of("error", problem, describes(element, element.descriptor)))
end

-- --- Filters ---------------------------------------------------------------------------------------------------------

local function name_at(name)
  local parent = busted.context.get()
  name = tostring(name)
  if parent.descriptor == "file" or parent.descriptor == "suite" then return name end
  return full_name(parent) .. " " .. name
end

local function has_any(text, patterns, prefix)
  for _, pattern in ipairs(patterns) do
    if string.find(text, (prefix or "") .. pattern) then return true end
  end
  return false
end

local function filter(descriptors, keeps)
  for _, descriptor in ipairs(descriptors) do
    busted.subscribe({ "register", descriptor }, function(name) return nil, keeps(name) end, { priority = 1 })
  end
end

local function install_filters()
  local tests, blocks = { "it", "pending" }, { "describe", "it", "pending" }
  if #options.filters > 0 then filter(tests, function(name) return has_any(name_at(name), options.filters) end) end
  if #options.excluded_filters > 0 then
    filter(blocks, function(name) return not has_any(name_at(name), options.excluded_filters) end)
  end
  if #options.tags > 0 then filter(tests, function(name) return has_any(name_at(name), options.tags, "#") end) end
  if #options.excluded_tags > 0 then
    filter(blocks, function(name) return not has_any(tostring(name or ""), options.excluded_tags, "#") end)
  end
end

-- --- Loading ---------------------------------------------------------------------------------------------------------

local function publish_modules()
  local api = setmetatable({}, {
    __index = function(_, key)
      local value = busted.api[key]
      if value == nil and busted.environment.later[key] then value = busted.environment.load(key) end
      return value
    end,
    __newindex = function() error("Attempt to modify busted") end,
    __call = function(self) return self end,
  })
  local function returning(value) return function() return value end end
  for name, value in pairs {
    busted = api, ["busted.init"] = api, ["busted.core"] = function() return busted end,
    ["busted.runner"] = function() return function() end end, ["busted.context"] = use("busted_context").new,
    ["busted.options"] = {},
  } do
    modules.add(name, returning(value))
  end
  for name, file in pairs {
    ["busted.status"] = "busted_status", ["busted.block"] = "busted_block", ["busted.utils"] = "busted_utils",
    ["busted.compatibility"] = "busted_compatibility", ["busted.environment"] = "busted_environment",
    ["busted.done"] = "busted_done", ["busted.fixtures"] = "busted_fixtures", ["busted.execute"] = "busted_execute",
    ["busted.outputHandlers.base"] = "busted_output", ["busted.modules.helper_loader"] = "busted_helper",
  } do
    modules.add(name, function() return use(file) end)
  end
  for name, file in pairs {
    ["moonsheet.expect"] = "expect", ["moonsheet.difference"] = "difference",
  } do
    modules.add(name, function() return use(file) end)
  end
end

local function compile(text, file)
  -- NB: only a whole file may begin with `#!`, and only there Lua's own loader skips that line.
  if string.sub(text, 1, 3) == "\xEF\xBB\xBF" then text = string.sub(text, 4) end
  if string.sub(text, 1, 1) == "#" then text = "--" .. text end
  return load(text, "@" .. file, debug and "bt" or "t", busted.environment.table)
end

-- Runs something before there is any file, and tells the host when it fails.
local function prepare(what, fn)
  local element = { descriptor = what, attributes = {} }
  busted.context.attach(element)
  return busted.run(what, fn, element) == "success"
end

local function syntax_issue(problem)
  local file, line, message = string.match(problem, "^(.-):(%d+): (.*)$")
  if not file then
    -- What is no text has no lines.
    file, message = string.match(problem, "^@?([^\n]-): (this is a compiled .*)$")
  end
  host.issue {
    kind = "error", message = message or problem, file = file, line = tonumber(line), frames = {}, difference = {},
  }
end

local function run_statements()
  for _, statement in ipairs(options.statements) do
    local chunk, problem = load(statement, "=-e", "t", globals)
    if not chunk then
      syntax_issue(problem)
      return false
    end
    if not prepare("-e", chunk) then return false end
  end
  return true
end

local function run_helper()
  if not options.helper then return true end
  return prepare("helper", function() use("busted_helper")()(busted, options.helper, { arguments = options.helper_arguments }) end)
end

local function declare(descriptor, name, fn, attributes)
  busted.publish({ "register", descriptor }, name, fn, places.here(name), attributes)
end

local function install()
  modules.install()
  function modules.place()
    local element = busted.context.current
    while element and not (element.attributes and element.attributes.envmode == "insulate") do
      element = busted.context.parents[element]
    end
    return element and element.place or ""
  end
  publish_modules()
  local block = use("busted_vocabulary")(busted, recorder)
  if not options.is_busted then
    busted.export("expect", function(value) return use("expect").new(value) end)
    use("each").install(busted, declare)
  end
  if options.is_lazy then
    busted.register("setup", "lazy_setup")
    busted.register("teardown", "lazy_teardown")
  end
  if not options.insulates_files then busted.register("file", "file", {}) end
  host.fail = busted.fail
  busted.sort, busted.randomize, busted.randomseed = options.sorts, options.shuffles, options.seed
  return block
end

-- Runs the file, or lists it. What happens is told to the host as it happens.
local function run(block, script)
  local only_lists = options.only_lists
  busted.only_lists = only_lists
  local root = busted.context.get()
  if not run_statements() or not run_helper() then return end
  install_filters()
  local chunk, problem = compile(script, options.file)
  if not chunk then return syntax_issue(problem) end
  -- NB: with busted a file's `...` is the table that it is called as.
  busted.own_chunk = options.is_busted and setmetatable({}, { __call = chunk }) or chunk
  busted.executors.file(options.file, busted.own_chunk)
  busted.children_of_root = busted.context.children(root)
  if busted.safe_publish("suite", { "suite", "start" }, root, 1, 1, busted.randomize and busted.randomseed or nil) then
    if only_lists or block.setup(root) then
      root.mark = host.mark and host.mark()
      busted.execute(root)
    end
    if not only_lists then
      block.lazyTeardown(root)
      block.teardown(root)
    end
  end
  busted.safe_publish("suite", { "suite", "end" }, root, 1, 1)
  busted.publish { "exit" }
end

-- Sets up all that is the same for every file. Answers the function that runs one, given its text and the options that
-- are its own.
function runner.prepare()
  local block = install()
  for _, name in ipairs(options.preloads) do use(name) end
  return function(script, own)
    for name, value in pairs(own) do options[name] = value end
    return run(block, script)
  end
end

return runner
