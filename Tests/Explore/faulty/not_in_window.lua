-- O-18: something is presented on a sheet that was not presented. Shortest: one tap.
local A = sheet "A" {}
root { button("Go", function() present(sheet "B" {}, { from = A }) end) }
explore { actions = { "tap" } , depth = 1 }
