-- O-01, mended: the policy keeps what was typed, and the attempt asks.
local draft, lost, asking = binding("", "draft"), false, false
local post
post = sheet "Post" { text_field("body", draft), on_closed = function() lost = draft:get() ~= "" end,
  should_dismiss = policy.dirty(draft),
  did_attempt_to_dismiss = function(attempt)
    if asking then return end
    asking = true
    local choice = ask("Discard?", { "Discard", "Keep" })
    -- While the question went away the sheet may have gone, too.
    if choice == "Discard" and not post.is_being_dismissed then draft:set("") attempt:proceed() end
    asking = false
  end }
present(post) settle()
explore { actions = { "type", "swipe_down", "tap", "wait" }, types = { body = { "x", "" } },
  always = { ["what was typed stays"] = function() return not lost end } }
