-- O-19: the answer comes before the spinner is there, and its dismissal is refused. From the tap on nothing takes it away: one
-- step.
local spinner = cover "Spinner" {}
root { button("Load", function() if scene.top == root then present(spinner) after(100, function() dismiss(spinner) end) end end) }
explore { actions = { "tap", "wait" } }
