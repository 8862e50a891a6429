-- O-38: the system's question is asked again each time. Shortest: ask (it is there at once); allow; ask.
root { button("Ask", function()
  present(system_prompt "notifications" { button("Allow"), button("Later", nil, { role = "cancel" }) })
end) }
explore { actions = { "tap", "wait" } }
