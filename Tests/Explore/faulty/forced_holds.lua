-- O-33: a link closes what is forced. Shortest: the link.
present(sheet "Consent" { forced = true, is_modal_in_presentation = true, button("Agree", function(self) dismiss(self) end) })
settle()
explore { actions = { "swipe_down", "tap", "wait", "events" },
  events = { { "a link arrives", function() dismiss_all() end } } }
