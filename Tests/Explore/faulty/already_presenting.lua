-- O-16: an alert on the root while the settings are up. Shortest: the event.
present(sheet "Settings" { button("Close", function(self) dismiss(self) end) }) settle()
explore { actions = { "wait", "events" },
  events = { { "the session ends", function() present(alert "Oops" { button("OK") }, { from = root }) end } }, depth = 2,
  properties = { trap = false } }
