-- O-28, mended: it is presented again only for a new reason.
local login
login = sheet "Login" { view_did_appear = function(self) dismiss(self) end }
root { button("Buy", function() if scene.top == root then present(login) end end) }
explore { actions = { "tap", "wait" } }
