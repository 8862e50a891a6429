-- O-35: an action sheet without an anchor raises in regular width. Shortest: one swipe; the attempt is reported at once.
device "ipad"
local post = sheet "Post" { should_dismiss = policy.never,
  did_attempt_to_dismiss = function() present(confirmation_dialog "Ask" { button("Discard"), button("Keep", nil, { role = "cancel" }) }) end,
  button("Send", function(self) if scene.top == self then dismiss(self) end end) }
present(post) settle()
explore { actions = { "swipe_down", "tap", "wait" }, properties = { unsaved_lost = false } }
