-- ends: error
-- says: is not a module name
require '../../etc/passwd'
