-- ends: error
return string.dump(print)
