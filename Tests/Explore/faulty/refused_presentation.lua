-- O-15: the error is presented while the spinner still goes out. Shortest: a tap, and the 100 ms until the answer comes.
local loading = sheet "Loading" { forced = true, is_modal_in_presentation = true }
root { button("Load", function()
  present(loading, { animated = false })
  after(100, function() dismiss(loading) present(alert "Error" { button("OK") }, { from = root }) end)
end) }
explore { actions = { "tap", "wait" } }
