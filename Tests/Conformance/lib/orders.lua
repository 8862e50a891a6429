-- The parts that the canonical orders of docs/MODEL.md are made of, and how the specs here compare a trace with them.
local expect = require("moonsheet.expect").new

local orders = {}

-- The kinds of events that tell a story of presenting and dismissing, without appearance callbacks, hooks and touches.
local telling = {}
for _, name in ipairs {
  "presenting", "presented", "should_dismiss", "will_dismiss", "dismissal_cancelled", "dismissing", "dismissed",
  "did_dismiss", "did_attempt_to_dismiss", "binding", "on_dismiss", "on_closed", "action", "refused", "warning",
  "error", "no_effect", "adapted", "content_updated", "detent", "did_change_selected_detent_identifier",
} do telling[name] = true end

-- A line without the message that a refusal, a warning or an effectless touch explains itself with.
local function line(entry)
  if entry.name == "refused" or entry.name == "warning" or entry.name == "error" then
    return entry.name .. " " .. entry.code .. " " .. entry.subject
  end
  if entry.name == "no_effect" then return (entry.text:gsub(" %(.*", "")) end
  return entry.text
end

-- Every event of the trace in short form.
function orders.lines()
  local lines = {}
  for index, entry in ipairs(trace.entries) do lines[index] = line(entry) end
  return lines
end

-- The events that tell the story, in short form. A list that equals this one says what came, in order,
-- and what did not come.
function orders.tale()
  local lines = {}
  for _, entry in ipairs(trace.entries) do
    if telling[entry.name] then lines[#lines + 1] = line(entry) end
  end
  return lines
end

-- The events of these names only, in short form.
function orders.named(...)
  local wanted, lines = {}, {}
  for _, name in ipairs { ... } do wanted[name] = true end
  for _, entry in ipairs(trace.entries) do
    if wanted[entry.name] then lines[#lines + 1] = line(entry) end
  end
  return lines
end

-- The events of these names with this subject.
function orders.of(subject, ...)
  local wanted, lines = {}, {}
  for _, name in ipairs { ... } do wanted[name] = true end
  for _, entry in ipairs(trace.entries) do
    if entry.subject == subject and wanted[entry.name] then lines[#lines + 1] = entry.name end
  end
  return lines
end

-- The line of the spec that calls the function from which this is called.
function orders.here()
  local _, message = pcall(error, "", 3)
  return tonumber(message:match ":(%d+):")
end

-- The messages of the events of a code.
function orders.messages(code)
  local messages = {}
  for _, entry in ipairs(trace.entries) do
    if entry.code == code then messages[#messages + 1] = entry.detail end
  end
  return messages
end

-- The names of what is presented, from the lowest to the top.
function orders.shown()
  local names = {}
  for index, controller in ipairs(scene.stack) do names[index] = controller.name end
  return names
end

-- Lists within lists made one.
function orders.flat(parts)
  local list = {}
  for _, part in ipairs(parts) do
    if type(part) == "table" then
      for _, inner in ipairs(orders.flat(part)) do list[#list + 1] = inner end
    else
      list[#list + 1] = part
    end
  end
  return list
end

-- The whole trace is this list.
function orders.expect_whole(parts) expect(orders.lines()):to_equal(orders.flat(parts)) end

-- The whole story is this list.
function orders.expect_tale(parts) expect(orders.tale()):to_equal(orders.flat(parts)) end

-- Order 1, for something whose view is loaded now. `extra` stands where SwiftUI's on_appear does.
function orders.arriving(name, presenter, extra)
  return {
    "presenting " .. name .. " on " .. presenter, "view_did_load " .. name, "will_present " .. name .. " (none)",
    "presentation_transition_will_begin " .. name, "view_will_appear " .. name, "view_is_appearing " .. name,
    extra or {}, "presentation_transition_did_end " .. name .. " true", "view_did_appear " .. name,
    "presented " .. name,
  }
end

-- What a dismissal by code does in the call.
function orders.leaving(name, reason)
  return {
    "dismissing " .. name .. " (" .. reason .. ")", "view_will_disappear " .. name,
    "dismissal_transition_will_begin " .. name,
  }
end

-- The end block. `told` are the lines between `dismissed` and `on_closed`; `extra` stands where on_disappear does.
function orders.ending(name, reason, told, extra)
  return {
    "dismissal_transition_did_end " .. name .. " true", "view_did_disappear " .. name, extra or {},
    "dismissed " .. name .. " (" .. reason .. ")", told or {}, "on_closed " .. name .. " (" .. reason .. ")",
  }
end

-- A pull that becomes a dismissal, up to the moment when the finger is lifted. `asked` are the lines of the delegate.
function orders.pulled(name, asked)
  return {
    "gesture " .. name .. " began", "gesture " .. name .. " changed", asked or {}, "view_will_disappear " .. name,
    "dismissal_transition_will_begin " .. name, "gesture " .. name .. " ended",
  }
end

-- A pull that is refused. `asked` stands where the question does.
function orders.refused_pull(name, asked)
  return { "gesture " .. name .. " began", "gesture " .. name .. " changed", asked or {},
    "gesture " .. name .. " ended" }
end

-- The way back of a pull that was let go too early.
function orders.springing_back(name)
  return {
    "dismissal_cancelled " .. name, "dismissal_transition_did_end " .. name .. " false", "view_will_appear " .. name,
    "view_is_appearing " .. name, "view_did_appear " .. name,
  }
end

return orders
