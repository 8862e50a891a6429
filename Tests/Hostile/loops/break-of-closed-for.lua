-- ends: any
for k, v in next, {1, 2}, nil, setmetatable({}, {__close = function() while true do end end}) do break end
