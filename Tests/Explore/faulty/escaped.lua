-- O-40: VoiceOver's escape closes without the question that others get. Shortest: type; escape.
local draft = binding("", "draft")
local post = sheet "Post" { text_field("body", draft), should_dismiss = policy.dirty(draft),
  did_attempt_to_dismiss = function(attempt) attempt:cancel() end,
  performs_escape = function(self) dismiss(self) return true end }
present(post) settle()
explore { actions = { "type", "swipe_down", "perform_escape", "wait" }, types = { body = { "x", "" } } }
