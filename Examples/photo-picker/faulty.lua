-- An editor with a photo picker on top. The picker closes itself, and then the editor, since `dismiss` on what presents nothing any
-- more closes that itself; what was typed goes with it. `moonsheet explore` finds the way there.
local draft = binding("", "draft")
local editor ---@type controller
local is_asking = false

local picker = sheet "Picker" {
  button("Pick", function(self)
    dismiss(self)
    dismiss(editor)
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
