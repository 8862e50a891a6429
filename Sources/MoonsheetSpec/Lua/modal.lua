-- What `expect(scene)` and `expect(trace)` can say, and which events were spoken of.
local use, host = ...
local difference = use("difference")

local modal = {}

-- Events of the running test that an expectation spoke of, by their number since the trace began or was cleared.
local spoken = {}
-- Texts of error events that were spoken of: the errors behind them are no surprise.
local acknowledged = {}
local last_total = 0

local function entries()
  local list = modal.primitives.trace.entries
  if #list < last_total then spoken = {} end
  last_total = #list
  return list
end

function modal.reset() spoken, acknowledged, last_total = {}, {}, 0 end

function modal.acknowledged(text) return acknowledged[text] end

local function speak_of(list, index)
  spoken[index] = true
  if list[index].name == "error" then acknowledged[list[index].text] = true end
end

-- The texts of the events that nothing spoke of.
function modal.unasserted()
  local texts = {}
  for index, entry in ipairs(entries()) do
    if not spoken[index] then texts[#texts + 1] = entry.text end
  end
  return texts
end

function modal.is_scene(value) return modal.primitives ~= nil and value == modal.primitives.scene end

function modal.is_trace(value) return modal.primitives ~= nil and value == modal.primitives.trace end

-- --- Events ----------------------------------------------------------------------------------------------------------

local fields = { time = true, name = true, code = true, subject = true, detail = true, text = true, file = true,
  line = true }

-- An event is described by its text, by its bare name, by a table of its fields, or by a matcher for its text.
local function matches(entry, wanted)
  if use("luassert_match").is_matcher(wanted) then return wanted(entry.text) end
  if type(wanted) == "string" then
    return entry.text == wanted or (not string.find(wanted, " ", 1, true) and entry.name == wanted)
  end
  for key, value in pairs(wanted) do
    if entry[key] ~= value then return false end
  end
  return true
end

local function described(wanted)
  if type(wanted) == "string" then return wanted end
  return use("luassert_match").is_matcher(wanted) and use("luassert_state").format_argument(wanted)
    or use("written").of(wanted)
end

local function checked(list, level)
  if type(list) ~= "table" then error("events are told as a table, got " .. type(list), level + 1) end
  for _, wanted in ipairs(list) do
    local is_matcher = use("luassert_match").is_matcher(wanted)
    if type(wanted) ~= "string" and type(wanted) ~= "table" then
      error("an event is told by its text, its name or a table of fields, got " .. type(wanted), level + 1)
    end
    for key in pairs(type(wanted) == "table" and not is_matcher and wanted or {}) do
      if not fields[key] then error("an event has no field '" .. tostring(key) .. "'", level + 1) end
    end
  end
  return list
end

local function texts_of(list)
  local texts = {}
  for index, entry in ipairs(list) do texts[index] = entry.text end
  return texts
end

local function descriptions(list)
  local texts = {}
  for index, wanted in ipairs(list) do texts[index] = described(wanted) end
  return texts
end

-- Whether the trace is exactly this list.
function modal.equals(list, level)
  checked(list, level + 1)
  local happened = entries()
  local holds = #list == #happened
  local shown = descriptions(list)
  for index, entry in ipairs(happened) do
    speak_of(happened, index)
    if list[index] == nil or not matches(entry, list[index]) then holds = false else shown[index] = entry.text end
  end
  if holds then return true, "expected the trace not to be this list" end
  return false, "expected the trace to be another list of events", difference.side_by_side(shown, texts_of(happened))
end

-- Whether these events happened in this order, with any others between them.
function modal.contains_in_order(list, level)
  checked(list, level + 1)
  local happened = entries()
  local at = 1
  local found = {}
  for number, wanted in ipairs(list) do
    while happened[at] and not matches(happened[at], wanted) do at = at + 1 end
    if not happened[at] then return false, modal.missing(list, number, happened, found) end
    found[number] = at
    at = at + 1
  end
  for _, index in ipairs(found) do speak_of(happened, index) end
  return true, "expected the trace not to contain these events in this order"
end

-- The message and the report about the first event that did not come.
function modal.missing(list, number, happened, found)
  local message = "expected the trace to contain, in order, event " .. number .. ": " .. described(list[number])
  if number > 1 then message = message .. "\nafter: " .. described(list[number - 1]) end
  modal.report = difference.side_by_side(descriptions(list), texts_of(happened))
  local left, right = {}, {}
  for index, position in ipairs(found) do right[position] = index end
  local lines = { "the events, and where those expected are among them:" }
  for index, entry in ipairs(happened) do
    lines[#lines + 1] = string.format("%s %3d  %s", right[index] and "=" or " ", index, entry.text)
  end
  for index = number, #list do left[#left + 1] = "-      " .. described(list[index]) end
  for _, line in ipairs(left) do lines[#lines + 1] = line end
  modal.report = lines
  return message
end

function modal.snapshot_text()
  local happened = entries()
  for index = 1, #happened do speak_of(happened, index) end
  return table.concat(texts_of(happened), "\n")
end

-- --- The scene -------------------------------------------------------------------------------------------------------

-- Whether the topmost controllers have these names, from the lowest to the top; without names, whether nothing is shown.
function modal.shows(names)
  local shown = {}
  for _, controller in ipairs(modal.primitives.scene.stack) do shown[#shown + 1] = controller.name end
  local offset = #shown - #names
  local holds = #names > 0 and offset >= 0 or #shown == 0
  for index, name in ipairs(names) do
    if shown[offset + index] ~= name then holds = false end
  end
  local is = #shown == 0 and "it shows nothing but the root" or "it shows " .. table.concat(shown, ", ")
  local wanted = #names == 0 and "nothing" or table.concat(names, ", ")
  return holds, "expected the scene to show " .. wanted .. "; " .. is,
    "expected the scene not to show " .. wanted .. "; " .. is
end

modal.primitives = host.primitives

return modal
