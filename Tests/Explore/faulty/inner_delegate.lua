-- O-31: the policy stands on the page, and the navigation controller around it is presented. Shortest: the tap that presents.
local page = controller "Page" { should_dismiss = function() return false end, did_attempt_to_dismiss = function() end }
local nav = navigation "Nav" { style = "page_sheet", page }
root { button("Open", function() if scene.top == root then present(nav) end end) }
explore { actions = { "tap", "swipe_down", "wait" } }
