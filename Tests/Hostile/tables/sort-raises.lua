-- ends: error
table.sort({3, 2, 1}, function() error('x') end)
