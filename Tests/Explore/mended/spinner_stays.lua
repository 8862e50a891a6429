-- O-19, mended: the answer counts when the spinner is there.
local spinner = cover "Spinner" {}
root { button("Load", function()
  if scene.top == root then
    present(spinner, { completion = function() after(100, function() dismiss(spinner) end) end })
  end
end) }
explore { actions = { "tap", "wait" } }
