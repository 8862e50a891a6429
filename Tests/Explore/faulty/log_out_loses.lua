-- O-24: logging out closes three sheets, and one of them holds what was typed. Shortest: type; log out.
local draft = binding("", "draft")
local edit = sheet "Edit" { text_field("body", draft), should_dismiss = policy.dirty(draft),
  did_attempt_to_dismiss = function(attempt) attempt:cancel() end }
present(sheet "List" {}) settle() present(edit) settle()
explore { actions = { "type", "swipe_down", "wait", "events" }, types = { body = { "x", "" } },
  events = { { "log out", function() if scene.is_idle and scene.top == edit then dismiss_all() end end } } }
