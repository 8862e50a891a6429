-- O-33, mended: the link is kept until consent is given.
local consent = sheet "Consent" { forced = true, is_modal_in_presentation = true,
  button("Agree", function(self) if scene.is_idle then dismiss(self) end end) }
present(consent) settle()
explore { actions = { "swipe_down", "tap", "wait", "events" },
  events = { { "a link arrives", function() if scene.top ~= consent then dismiss_all() end end } } }
