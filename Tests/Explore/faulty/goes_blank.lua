-- O-27: what a sheet shows is reset together with its flag, and it goes out blank. Shortest: the event.
local data, shown = binding("Tea", "data"), binding(true, "shown")
root:sheet { is_presented = shown, content = function()
  return sheet "Card" { content = function() return { data:get() and text(data:get()) or nil } end }
end }
settle()
explore { actions = { "swipe_down", "wait", "events" },
  events = { { "it is paid", function() shown:set(false) data:set(nil) end } } }
