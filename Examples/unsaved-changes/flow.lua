-- A note editor that must not lose what was typed: pulling it down while the draft is dirty asks first.
local draft = binding("", "draft")
local saved

local editor = sheet "Editor" {
  should_dismiss = function() return draft:get() == "" end,
  did_attempt_to_dismiss = function(attempt)
    local choice = ask("Discard the draft?", { "Discard", "Keep editing" }, { destructive = "Discard", cancel = "Keep editing" })
    if choice == "Discard" then
      draft:set("")
      attempt:proceed()
    end
  end,
  on_closed = function(outcome) print("closed by " .. outcome.reason) end,
  text_field("body", draft),
  button("Done", function(self)
    saved = draft:get()
    draft:set("")
    self:dismiss()
  end),
}

print("-- nothing typed: the pull closes it")
present(editor)
settle()
user:swipe_down()
settle()

print("-- typed: the pull is refused and asks; keep editing")
present(editor)
settle()
user:type("body", "hello")
user:swipe_down()
settle()
user:tap "Keep editing"
settle()

print("-- again; discard")
user:swipe_down()
settle()
user:tap "Discard"
settle()

print("-- typed and saved")
present(editor)
settle()
user:type("body", "second thoughts")
user:tap "Done"
settle()
print("saved: " .. saved)
