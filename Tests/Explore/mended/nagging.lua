-- O-02, mended: the policy looks at what is there now.
local draft, nagged = binding("", "draft"), false
local form = sheet "Form" { text_field("body", draft),
  should_dismiss = function() return draft:get() == "" end,
  did_attempt_to_dismiss = function() nagged = draft:get() == "" end,
  button("Cancel", function(self) if scene.is_idle then draft:set("") dismiss(self) end end) }
present(form) settle()
explore { actions = { "type", "swipe_down", "tap", "wait" }, types = { body = { "x", "" } },
  always = { ["nobody is asked about nothing"] = function() return not nagged end } }
