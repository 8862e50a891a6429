-- O-32: the login is left without logging in. Shortest: one swipe begins it.
device "ipad"
local logged_in = false
local login = sheet "Login" { style = "form_sheet",
  button("Sign in", function(self) logged_in = true dismiss(self) end) }
present(login) settle()
local function is_up() for _, c in ipairs(scene.stack) do if c == login then return true end end return false end
explore { always = { ["the wall holds"] = function() return logged_in or is_up() end } }
