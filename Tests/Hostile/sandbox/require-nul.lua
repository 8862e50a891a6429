-- ends: error
-- says: is not a module name
require 'a\0b'
