-- O-34, mended: without an animation.
app.on_background = function() if scene.top == root then present(sheet "Lock" { animated = false }) end end
explore { actions = { "events", "wait" }, events = { { "home", function() app:background() end } },
  properties = { trap = false } }
