-- ends: fuel
nested(function() pcall(nested, function() while true do end end) while true do end end)
