-- ends: error
rawset(string, 'rep', nil)
