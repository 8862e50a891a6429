-- O-23: a picker that closes the sheet beneath it, with what was typed. Shortest: type; tap Picture (2 steps; the picker
-- comes in at once, for it is not animated); tap Pick.
local draft = binding("", "draft")
local edit
local picker = sheet "Picker" { animated = false,
  button("Pick", function(self) dismiss(self) dismiss(edit) end) }
edit = sheet "Edit" { animated = false,
  should_dismiss = policy.dirty(draft), did_attempt_to_dismiss = function(a) a:cancel() end,
  text_field("body", draft),
  button("Picture", function() present(picker) end),
  button("Done", function(self) draft:set("") dismiss(self) end),
}
present(edit) settle()
explore { actions = { "type", "tap", "wait" }, types = { body = { "x", "" } } }
