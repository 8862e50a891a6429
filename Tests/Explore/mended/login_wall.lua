-- O-32, mended: the modal flag holds it against every gesture.
device "ipad"
local logged_in = false
local login = sheet "Login" { style = "form_sheet", forced = true, is_modal_in_presentation = true,
  button("Sign in", function(self) if scene.is_idle then logged_in = true dismiss(self) end end) }
present(login) settle()
local function is_up() for _, c in ipairs(scene.stack) do if c == login then return true end end return false end
explore { always = { ["the wall holds"] = function() return logged_in or is_up() end } }
