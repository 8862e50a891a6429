-- ends: error
return string.format('%p', {})
