-- The editor of faulty.lua, mended: the picker closes itself alone, and only when it is there. `moonsheet explore` tries every gesture
-- at every moment, and finds nothing. The walk below is one of them.
local draft = binding("", "draft")
local editor
local is_asking = false

local picker = sheet "Picker" {
  button("Pick", function(self)
    if scene.is_idle then dismiss(self) end
  end),
}

editor = sheet "Editor" {
  should_dismiss = policy.dirty(draft),
  did_attempt_to_dismiss = function(attempt)
    if is_asking or editor.presented_view_controller then return end
    is_asking = true
    local choice = ask("Discard the draft?", { "Discard", "Keep editing" }, { cancel = "Keep editing" })
    -- While the question went away the draft may have been cleared, and the editor swiped away.
    if choice == "Discard" and not editor.is_being_dismissed then
      draft:set("")
      attempt:proceed()
    end
    is_asking = false
  end,
  text_field("body", draft),
  button("Add a photo", function() if scene.is_idle then present(picker) end end),
}

root { button("Write", function() if scene.is_idle then present(editor) end end) }

explore { types = { body = { "", "hello" } } }

user:tap "Write"
settle()
user:type("body", "hello")
user:tap "Add a photo"
settle()
user:tap "Pick"
settle()
user:swipe_down()
settle()
user:tap "Discard"
settle()
