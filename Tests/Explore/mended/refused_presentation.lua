-- O-15, mended: it is presented in the completion.
local loading = sheet "Loading" { forced = true, is_modal_in_presentation = true }
root { button("Load", function()
  if scene.top ~= root then return end
  present(loading, { animated = false })
  after(100, function()
    dismiss(loading, { completion = function() present(alert "Error" { button("OK") }, { from = root }) end })
  end)
end) }
explore { actions = { "tap", "wait" } }
