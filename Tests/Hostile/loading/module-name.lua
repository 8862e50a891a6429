-- ends: error
require '../x'
