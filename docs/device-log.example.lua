-- What docs/device-log.example.jsonl is about: a pull that is refused, then a dismissal by code.
local editor = sheet "Editor" {
  should_dismiss = function() return false end,
  did_attempt_to_dismiss = function() end,
}
present(editor)
settle()
user:swipe_down()
settle()
editor:dismiss()
settle()
