-- O-28: a sheet that is presented again whenever it was closed, and closes itself. It goes round from the tap on: one step,
-- and then presenting and dismissing for ever.
local login
login = sheet "Login" { on_appear = nil,
  view_did_appear = function(self) dismiss(self) end,
  on_closed = function() present(login) end }
root { button("Buy", function() if scene.top == root then present(login) end end) }
explore { actions = { "tap", "wait" } }
