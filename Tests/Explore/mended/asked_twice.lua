-- O-38, mended: once.
local asked = false
root { button("Ask", function()
  if asked then return end
  asked = true
  present(system_prompt "notifications" { button("Allow"), button("Later", nil, { role = "cancel" }) })
end) }
explore { actions = { "tap", "wait" } }
