-- O-40, mended: escape goes through the policy.
local draft = binding("", "draft")
local post = sheet "Post" { text_field("body", draft), should_dismiss = policy.dirty(draft),
  did_attempt_to_dismiss = function(attempt) attempt:cancel() end, performs_escape = true }
present(post) settle()
explore { actions = { "type", "swipe_down", "perform_escape", "wait" }, types = { body = { "x", "" } } }
