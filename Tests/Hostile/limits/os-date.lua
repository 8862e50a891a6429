-- ends: error
return os.date('%Ez')
