-- O-23, mended: the picker closes itself alone.
local draft = binding("", "draft")
local edit
local picker = sheet "Picker" { animated = false,
  button("Pick", function(self) dismiss(self, { animated = false }) end) }
edit = sheet "Edit" { animated = false,
  should_dismiss = policy.dirty(draft), did_attempt_to_dismiss = function(a) a:cancel() end,
  text_field("body", draft),
  button("Picture", function() if scene.top == edit then present(picker) end end),
  button("Done", function(self) draft:set("") dismiss(self) end),
}
present(edit) settle()
explore { actions = { "type", "tap", "wait" }, types = { body = { "x", "" } } }
