-- ends: fine
assert(getmetatable('') == false)
