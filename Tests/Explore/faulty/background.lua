-- O-34: a menu goes with an animation when the app goes to the background. Shortest: the event, and that is presented then.
app.on_background = function() present(sheet "Lock" {}) end
explore { actions = { "events" }, depth = 1, events = { { "home", function() app:background() end } } }
