-- ends: error
return 1 // 0
