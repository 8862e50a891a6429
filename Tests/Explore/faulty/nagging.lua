-- O-02: a form that was touched counts as changed for ever. Shortest: type; clear it again; swipe.
local draft, touched, nagged = binding("", "draft"), false, false
draft:on_change(function() touched = true end)
local form = sheet "Form" { text_field("body", draft),
  should_dismiss = function() return not touched end,
  did_attempt_to_dismiss = function() nagged = draft:get() == "" end,
  button("Cancel", function(self) if scene.is_idle then draft:set("") touched = false dismiss(self) end end) }
present(form) settle()
explore { actions = { "type", "swipe_down", "tap", "wait" }, types = { body = { "x", "" } },
  always = { ["nobody is asked about nothing"] = function() return not nagged end } }
