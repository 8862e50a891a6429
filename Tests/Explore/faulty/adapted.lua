-- O-36: a popover's policy thinks of taps outside alone, and split view makes a sheet of it. Shortest: type; narrow it; swipe;
-- wait until it is gone.
device "ipad"
local draft, lost, narrow = binding("", "draft"), false, false
local note = popover "Note" { anchor = "Open", text_field("body", draft),
  should_dismiss = function() return narrow or draft:get() == "" end,
  did_attempt_to_dismiss = function(attempt) attempt:cancel() end,
  on_closed = function() lost = draft:get() ~= "" end }
root { button("Open") }
present(note) settle()
explore { actions = { "type", "swipe_down", "tap_outside", "wait", "events" }, types = { body = { "x", "" } },
  events = { { "narrow", function()
    if scene.is_idle and not narrow then narrow = true device:resize { width = "compact", height = "regular" } end
  end } }, always = { ["what was typed stays"] = function() return not lost end } }
