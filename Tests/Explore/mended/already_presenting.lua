-- O-16, mended: on the topmost, once.
present(sheet "Settings" { button("Close", function(self) if scene.is_idle then dismiss(self) end end) }) settle()
local told = false
explore { actions = { "wait", "events", "tap" },
  events = { { "the session ends", function()
    if not told and scene.is_idle then told = true present(alert "Oops" { button("OK") }) end
  end } } }
