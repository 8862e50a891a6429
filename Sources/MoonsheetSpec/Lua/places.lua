-- Where the running code stands, in files that are not the vocabulary's own.
local _, host = ...

local places = {}

places.none = { short_src = "?", source = "?", currentline = 0, what = "Lua", traceback = "", frames = {} }

local deepest = 60

local function is_own(file) return string.sub(file, 1, 11) == "[moonsheet]" end

local function frame_of(info)
  local source = info.source
  local file = string.sub(source, 1, 1) == "@" and string.sub(source, 2) or info.short_src
  return { file = file, short = info.short_src, source = source, line = info.currentline, name = info.name }
end

-- Each as `{ file =, line =, name = }`, innermost first, `count` at most.
local function stock_frames(level, count, what)
  local frames = {}
  while #frames < count do
    local info = debug.getinfo(level, what)
    if not info then break end
    if info.currentline > 0 and not is_own(info.short_src) then frames[#frames + 1] = frame_of(info) end
    level = level + 1
  end
  return frames
end

local function sandboxed_frames(count)
  local frames = {}
  for _, frame in ipairs(host.frames(count)) do
    if not is_own(frame.file) then frames[#frames + 1] = frame end
  end
  return frames
end

local function lines(frames)
  local texts = {}
  for index, frame in ipairs(frames) do
    texts[index] = frame.file .. ":" .. frame.line .. (frame.name and " in " .. frame.name or "")
  end
  return texts
end

local function of_frames(frames, message)
  local first = frames[1]
  local texts = lines(frames)
  return {
    short_src = first and (first.short or first.file) or "?", file = first and first.file,
    source = first and (first.source or "@" .. first.file) or "?", currentline = first and first.line or 0,
    what = "Lua", message = message, frames = texts, traceback = "\nstack traceback:\n\t" .. table.concat(texts, "\n\t"),
  }
end

-- The functions of specs and of their modules that run now, `level` functions above the caller.
function places.trace(level, message)
  local is_fine, frames
  if debug then
    is_fine, frames = pcall(stock_frames, level + 3, deepest, "Sln")
  else
    is_fine, frames = pcall(sandboxed_frames, deepest)
  end
  return of_frames(is_fine and frames or {}, message)
end

-- The metatable of a place: what is seldom asked of one is made when it is, and what the function it stands in tells of itself,
-- `known`, is the same for all places in it.
local function lazily(known)
  return {
    __index = function(self, key)
      if key == "frames" then return { self.file .. ":" .. self.currentline } end
      if key == "traceback" then return "\nstack traceback:\n\t" .. self.file .. ":" .. self.currentline end
      return known[key]
    end,
  }
end

local plainly = lazily({})

-- The metatable of places in each function; false in those of the vocabulary.
local functions = setmetatable({}, { __mode = "k" })

local function metatable_for(func)
  local metatable = functions[func]
  if metatable ~= nil then return metatable end
  local info = debug.getinfo(func, "S")
  local source = info.source
  info.file = string.sub(source, 1, 1) == "@" and string.sub(source, 2) or info.short_src
  metatable = not is_own(info.short_src) and lazily(info)
  functions[func] = metatable
  return metatable
end

-- The innermost of them alone.
function places.here(message)
  if debug then
    -- The caller's caller, as a rule.
    local info = debug.getinfo(3, "lf")
    local metatable = info and info.currentline > 0 and metatable_for(info.func)
    if metatable then return setmetatable({ currentline = info.currentline, message = message }, metatable) end
  end
  local frame = (debug and stock_frames(3, 1, "Sl") or sandboxed_frames(1))[1]
  if not frame then return of_frames({}, message) end
  return setmetatable({
    short_src = frame.short or frame.file, file = frame.file, source = frame.source or "@" .. frame.file,
    currentline = frame.line, what = "Lua", message = message,
  }, plainly)
end

-- The place that a message begins with.
function places.of_text(text)
  local file, line = string.match(text, "^([^\n]-):(%d+): ")
  if not file or is_own(file) then return places.none end
  return of_frames({ { file = file, line = math.tointeger(tonumber(line)) } }, text)
end

-- The place that a limit's error names.
function places.of_limit(limit)
  local frames = {}
  for _, frame in ipairs(limit.frames or {}) do
    if not is_own(frame.file) then frames[#frames + 1] = frame end
  end
  return of_frames(frames, limit.message)
end

return places
