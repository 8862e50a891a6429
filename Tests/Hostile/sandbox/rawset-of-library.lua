-- ends: error
rawset(math, 'random', function() return 4 end)
