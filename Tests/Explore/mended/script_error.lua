-- O-35, mended: it points at a button.
device "ipad"
local post = sheet "Post" { should_dismiss = policy.never,
  did_attempt_to_dismiss = function(a)
    if scene.top == a.controller then
      present(confirmation_dialog "Ask" { anchor = "Send", button("Discard"), button("Keep", nil, { role = "cancel" }) })
    end
  end,
  button("Send", function(self) if scene.top == self then dismiss(self) end end) }
present(post) settle()
explore { actions = { "swipe_down", "tap", "wait" }, properties = { unsaved_lost = false } }
