-- ends: error
getmetatable('').__index = nil
