-- O-25: another item replaces the sheet, with what was typed into it. Shortest: type; the event.
local draft, card = binding("", "draft"), item("one", { name = "card" })
root:sheet { item = card, content = function(value)
  return sheet(value) { text_field("body", draft), should_dismiss = policy.dirty(draft),
    did_attempt_to_dismiss = function(attempt) attempt:cancel() end }
end }
settle()
explore { actions = { "type", "swipe_down", "wait", "events" }, types = { body = { "x", "" } },
  events = { { "a push arrives", function() if scene.is_idle and card:get() == "one" then card:set("two") end end } } }
